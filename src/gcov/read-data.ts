import type { CounterData, FunctionCounters } from './counter-data.js';
import { identityChecksum } from './crc32.js';
import { DataBody } from './data-body.js';
import { hex, RecordReader } from './record-reader.js';

/**
 * Reads a `.gcda` image strictly (layout by its version word, either byte order): every record must
 * be whole and in its place. An image without summary or end word is sound, and so is fill of zero
 * or 0xff bytes behind it. Errors: BAD_DATA, UNSUPPORTED_FORMAT.
 */
export function readData(bytes: Uint8Array, name: string): CounterData {
  const reader = new RecordReader(bytes, name, 'data');
  const stamp = reader.word('the stamp');
  const checksum = reader.version.major >= 12 ? reader.word('the checksum') : null;
  const body = new DataBody(reader);
  const hasEndWord = body.readRecords();
  const data: CounterData = {
    endian: reader.endian,
    versionWord: reader.version.word,
    stamp,
    checksum,
    summary: body.summary,
    functions: body.functions,
    hasEndWord,
    remarks: body.remarks,
  };
  checkChecksum(reader, data);
  return data;
}

/** From GCC 12 on the image proves its own list of functions, unless some are placeholders. */
function checkChecksum(reader: RecordReader, data: CounterData): void {
  if (data.checksum === null || data.checksum === 0) return;
  const present: FunctionCounters[] = [];
  for (const entry of data.functions) {
    if (entry === null) return;
    present.push(entry);
  }
  if (present.length === 0) {
    throw reader.refusal('holds no function', 16, 'at least one function', 'none');
  }
  const computed = identityChecksum(present);
  if (computed !== data.checksum) {
    throw reader.refusal(
      'does not hold the functions its checksum was made for',
      12,
      `${hex(computed)}, the checksum of the ${present.length} functions in the file`,
      hex(data.checksum),
    );
  }
}
