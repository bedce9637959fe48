/** Byte offsets in a `gcov_info`, the descriptor GCC makes for each object file. */
export interface InfoLayout {
  readonly stamp: number;
  /** Null before GCC 12. */
  readonly checksum: number | null;
  readonly path: number;
  readonly merge: number;
  readonly functionCount: number;
  readonly functions: number;
  readonly sizeBytes: number;
}

/** Byte offsets in a `gcov_fn_info`, the descriptor of a function, and in its counter entries. */
export interface FunctionLayout {
  readonly ident: number;
  readonly lineChecksum: number;
  readonly graphChecksum: number;
  readonly counters: number;
  readonly counterEntryBytes: number;
  readonly counterAddress: number;
}

/**
 * The layout for a pointer size, a checksum word (GCC 12 and later have one) and a number of merge
 * slots, one for each counter kind the compiler knows. Fields are naturally aligned, except on AVR
 * (2-byte pointers), which aligns nothing. `version` is at 0, `next` behind it.
 */
export function infoLayout(
  pointerSizeBytes: 2 | 4 | 8,
  hasChecksum: boolean,
  mergeSlots: number,
): InfoLayout {
  const stamp = align(4, pointerSizeBytes) + pointerSizeBytes;
  const path = align(stamp + (hasChecksum ? 8 : 4), pointerSizeBytes);
  const merge = path + pointerSizeBytes;
  const functionCount = merge + mergeSlots * pointerSizeBytes;
  const functions = align(functionCount + 4, pointerSizeBytes);
  return {
    stamp,
    checksum: hasChecksum ? stamp + 4 : null,
    path,
    merge,
    functionCount,
    functions,
    sizeBytes: functions + pointerSizeBytes,
  };
}

/** The layout of a function's descriptor; its `key`, at 0, points back to its object. */
export function functionLayout(pointerSizeBytes: 2 | 4 | 8): FunctionLayout {
  const counterAddress = align(4, pointerSizeBytes);
  return {
    ident: pointerSizeBytes,
    lineChecksum: pointerSizeBytes + 4,
    graphChecksum: pointerSizeBytes + 8,
    counters: align(pointerSizeBytes + 12, pointerSizeBytes),
    counterAddress,
    counterEntryBytes: counterAddress + pointerSizeBytes,
  };
}

function align(offset: number, pointerSizeBytes: 2 | 4 | 8): number {
  const unit = pointerSizeBytes === 2 ? 1 : pointerSizeBytes;
  return Math.ceil(offset / unit) * unit;
}
