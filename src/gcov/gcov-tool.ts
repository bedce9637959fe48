import { isAtLeast } from './gcov-version.js';
import type { Notes } from './notes.js';

/** A gcov as its `--version` names it. */
export interface GcovTool {
  /** GCC's gcov, or LLVM's `llvm-cov gcov`. */
  readonly family: 'gcc' | 'llvm';
  /** As printed, e.g. `12.2.1`. */
  readonly version: string;
  readonly major: number;
  readonly minor: number;
}

// The package in parentheses may hold digits and one more pair of parentheses.
const GCC = /^\S*gcov(?:[-.]\S*)? (?:\((?:[^()]|\([^()]*\))*\) )?(\d{1,3})\.(\d{1,3})(\.\d{1,5})?/m;
const LLVM = /\bLLVM version (\d{1,3})\.(\d{1,3})(\.\d{1,5})?/;

/** What a `--version` text says; null for one that no gcov prints. */
export function parseGcovTool(text: string): GcovTool | null {
  const gcc = GCC.exec(text);
  const match = gcc ?? LLVM.exec(text);
  if (match === null) return null;
  const [, major = '', minor = '', patch = ''] = match;
  return {
    family: gcc ? 'gcc' : 'llvm',
    version: `${major}.${minor}${patch}`,
    major: Number(major),
    minor: Number(minor),
  };
}

/** The tool as it is named in sentences: `gcov 12.2.0`. */
export function describeTool({ family, version }: GcovTool): string {
  return `${family === 'gcc' ? 'gcov' : 'llvm-cov gcov'} ${version}`;
}

/** True when the tool counts by the rules these notes were written for: same compiler, same layout. */
export function suitsNotes(tool: GcovTool, notes: Notes): boolean {
  if (notes.isClang) return tool.family === 'llvm';
  const { major, minor } = notes.version;
  if (tool.family !== 'gcc' || tool.major !== major) return false;
  return major > 4 || tool.minor === minor;
}

/** True for GCC 9 and later, whose gcov prints JSON; the others are read as text. */
export function printsJson({ family, major, minor }: GcovTool): boolean {
  return family === 'gcc' && isAtLeast({ word: 0, major, minor }, 9);
}
