import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MemoryBlock } from '../../src/base/memory.js';

export const FIRMWARE = fileURLToPath(new URL('../../fixtures/firmware', import.meta.url));
export const RAM_ADDRESS = 0x20000000;
export type FirmwareKind = 'own' | 'info';

export function firmwareElf(kind: FirmwareKind): Buffer {
  return readFileSync(join(FIRMWARE, 'out', kind, 'rig.elf'));
}

/** RAM as it was after boot. */
export function firmwareRam(kind: FirmwareKind): MemoryBlock {
  return { address: RAM_ADDRESS, bytes: readFileSync(join(FIRMWARE, 'out', kind, 'ram.bin')) };
}

/** The `.gcda` image an object has to give, by its path on the target. */
export function firmwareWant(kind: FirmwareKind, path: string): Buffer {
  return readFileSync(join(FIRMWARE, 'out', kind, 'want', basename(path)));
}

export function firmwareLog(name: string): Buffer {
  return readFileSync(join(FIRMWARE, 'logs', name));
}
