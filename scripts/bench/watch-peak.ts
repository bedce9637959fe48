import { readFileSync } from 'node:fs';

const INTERVAL_MS = 5;

/**
 * Looks at the peak memory of a process and of those it starts every few milliseconds (Linux only),
 * for machines without GNU time. `end` gives the largest seen in bytes, null when none was.
 */
export function watchPeak(pid: number): { end(): number | null } {
  let largest: number | null = null;
  const timer = setInterval(() => {
    for (const one of withChildren(pid)) {
      const bytes = peakOf(one);
      if (bytes !== null && bytes > (largest ?? 0)) largest = bytes;
    }
  }, INTERVAL_MS);
  return {
    end() {
      clearInterval(timer);
      return largest;
    },
  };
}

function withChildren(pid: number): readonly number[] {
  const all = [pid];
  for (let index = 0; index < all.length && all.length < 100; index += 1) {
    const text = readProc(`/proc/${all[index]}/task/${all[index]}/children`) ?? '';
    all.push(...text.split(' ').filter(Boolean).map(Number));
  }
  return all;
}

function peakOf(pid: number): number | null {
  const match = /^VmHWM:\s*(\d+) kB/m.exec(readProc(`/proc/${pid}/status`) ?? '');
  return match ? Number(match[1]) * 1024 : null;
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
