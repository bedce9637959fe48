import type { ComparedValue, GcovDifference } from '../gcov/gcov-difference.js';
import type { GcovCheck } from '../session/gcov-findings.js';

/** The `check` object of `decode --format json --check-with`: every difference, numbers exact. */
export function checkJson(check: GcovCheck): string {
  const { tool, compared } = check;
  const head = {
    tool: tool.family === 'gcc' ? 'gcov' : 'llvm-cov gcov',
    version: tool.version,
    command: check.command,
    ...compared,
  };
  const differences = check.differences.map((difference) => `{${membersOf(difference)}}`);
  const explained = check.explained.map(
    (difference) => `{${membersOf(difference)},"fault":${JSON.stringify(difference.fault)}}`,
  );
  return `${JSON.stringify(head).slice(0, -1)},"differences":[${differences.join(',')}],"explained":[${explained.join(',')}],"warnings":${JSON.stringify(check.warnings)}}`;
}

function membersOf({ path, kind, line, name, unit, ours, theirs }: GcovDifference): string {
  const place = {
    path,
    kind,
    ...(line === null ? {} : { line }),
    ...(name === null ? {} : { name }),
    unit,
  };
  return `${JSON.stringify(place).slice(1, -1)},"ours":${valueJson(ours)},"theirs":${valueJson(theirs)}`;
}

function valueJson(value: ComparedValue): string {
  if (Array.isArray(value)) return `[${value.map(valueJson).join(',')}]`;
  return typeof value === 'bigint' ? `${value}` : JSON.stringify(value);
}
