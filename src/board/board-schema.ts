import { z } from 'zod';
import { DUMP_PROTOCOLS } from './board.js';
import { MEMORY_FORMS, PORT_FORMS, parseMemorySpec, parsePortSpec } from './port-spec.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** One line of text without control characters. */
const line = z
  .string()
  .min(1, 'must not be empty')
  .max(4096)
  // eslint-disable-next-line no-control-regex
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must be one line without control characters');

/** TOML has hexadecimal numbers; beyond 2^53 none is exact here. */
const address = z.int('must be an address, such as 0x20010000').nonnegative();

const milliseconds = z.int().min(1).max(DAY_MS);

const ticket = line.max(200).refine(isRegExp, 'is not a regular expression');

function isRegExp(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

const consoleTable = z.strictObject({
  port: line.refine((text) => parsePortSpec(text) !== null, `must be ${PORT_FORMS}`),
  baud: z.int().min(50).max(20_000_000).default(115_200),
  data_bits: z.literal([5, 6, 7, 8]).default(8),
  stop_bits: z.literal([1, 1.5, 2]).default(1),
  parity: z.enum(['none', 'even', 'odd', 'mark', 'space']).default('none'),
  flow_control: z.enum(['none', 'rts-cts', 'xon-xoff']).default('none'),
  dtr: z.boolean().optional(),
  rts: z.boolean().optional(),
  hangup_on_close: z.boolean().default(false),
  newline: z.enum(['cr', 'lf', 'crlf']).default('cr'),
  prompt: line.optional(),
  settle_ms: z.int().min(0).max(60_000).default(0),
  allow_remote: z.boolean().default(false),
});

const dumpTable = z.strictObject({
  command: line,
  protocol: z.enum(DUMP_PROTOCOLS).default('auto'),
  idle_timeout_ms: milliseconds.default(5_000),
  timeout_ms: milliseconds.default(120_000),
  attempts: z.int().min(1).max(4).default(2),
});

const targetFolder = line.refine(
  (path) => /^\/[^/]/.test(path) && !path.split('/').includes('..'),
  'must be an absolute path on the board, other than "/" and without ".."',
);

const linuxTable = z.strictObject({
  directory: targetFolder,
  gcov_prefix: targetFolder.optional(),
  user: line.max(200).optional(),
  password: line.max(200).optional(),
  password_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')
    .optional(),
  idle_timeout_ms: milliseconds.default(15_000),
  timeout_ms: milliseconds.default(600_000),
});

const memorySource = line.refine(
  (text) => parseMemorySpec(text) !== null,
  `must be ${MEMORY_FORMS}`,
);

const memoryTable = z.strictObject({
  source: memorySource.optional(),
  /** The same, for a GDB server. */
  gdb: memorySource.optional(),
  monitor: z.array(line.max(400)).max(20).default([]),
  attach: z.int().min(1).max(0xffff).optional(),
  baud: z.int().min(50).max(20_000_000).default(115_200),
  server: line.optional(),
  after_read: z.enum(['as-found', 'running', 'halted']).default('as-found'),
  timeout_ms: milliseconds.default(5_000),
  allow_remote: z.boolean().default(false),
});

const zeroTable = z.strictObject({
  command: line.optional(),
  memory: z.boolean().optional(),
  delete: z.boolean().optional(),
});

/** A board file as it is written. What each key means is in `boards/README.md`. */
export const boardSchema = z
  .strictObject({
    display_name: line.max(200).optional(),
    labs: z.array(line.max(200)).max(100).default([]),
    ticket: ticket.optional(),
    console: consoleTable.optional(),
    dump: dumpTable.optional(),
    linux: linuxTable.optional(),
    memory: memoryTable.optional(),
    image: z
      .strictObject({
        elf: line,
        load_at: z.union([address, z.record(line, address)]).optional(),
      })
      .optional(),
    build: z
      .strictObject({
        notes: z.array(line).max(100).default([]),
        path_map: z.record(line, z.string().max(4096)).default({}),
      })
      .optional(),
    zero: zeroTable.optional(),
  })
  .superRefine((board, check) => {
    const refuse = (path: string[], message: string): void =>
      check.addIssue({ code: 'custom', path, message });
    if (!board.console && !board.memory) {
      refuse([], 'needs a [console] or a [memory] table: there is no way to reach the board');
    }
    if (board.dump && !board.console)
      refuse(['dump'], 'needs a [console] table to send its command');
    if (board.linux && !board.console)
      refuse(['linux'], 'needs a [console] table to reach its shell');
    if (board.linux && board.dump) {
      refuse(['linux'], 'cannot be used together with [dump]: one console gives counters one way');
    }
    if (board.zero) {
      const { command, memory } = board.zero;
      if (board.zero.delete === true && !board.linux) {
        refuse(['zero', 'delete'], 'needs a [linux] table that says where the files are');
      }
      if (board.linux && command !== undefined) {
        refuse(
          ['zero', 'command'],
          'cannot be used together with [linux]: it is delete = true there',
        );
      }
      if (board.zero.delete === true && (command !== undefined || memory === true)) {
        refuse(['zero', 'delete'], 'cannot be used together with another way to zero');
      }
      if (command !== undefined && memory === true) {
        refuse(['zero', 'memory'], 'cannot be used together with "command"');
      }
      if (command === undefined && memory !== true && board.zero.delete !== true) {
        refuse(['zero'], 'needs command = "…" or memory = true');
      }
      if (command !== undefined && !board.console) {
        refuse(['zero', 'command'], 'needs a [console] table to be sent on');
      }
      if (memory === true && !board.memory) {
        refuse(['zero', 'memory'], 'needs a [memory] table to write through');
      }
    }
    if (board.memory) refuseMemory(board.memory, board.zero?.memory === true, refuse);
  });

/** What the keys of `[memory]` may not say together. */
function refuseMemory(
  memory: z.infer<typeof memoryTable>,
  isZeroed: boolean,
  refuse: (path: string[], message: string) => void,
): void {
  const { source, gdb } = memory;
  if (source === undefined && gdb === undefined) {
    refuse(['memory'], 'needs source = "…" or gdb = "…"');
  }
  if (source !== undefined && gdb !== undefined) {
    refuse(['memory', 'gdb'], 'cannot be used together with "source"');
  }
  const kind = parseMemorySpec(source ?? gdb ?? '')?.kind;
  if (kind === undefined) return;
  const isServer = kind === 'tcp' || kind === 'unix' || kind === 'serial';
  if (memory.server !== undefined && !isServer && kind !== 'openocd') {
    const what = kind === 'ram' ? 'a RAM image' : `${kind}:`;
    refuse(['memory', 'server'], `makes no sense for ${what}`);
  }
  if (memory.monitor.length > 0 && !isServer) {
    refuse(['memory', 'monitor'], 'is for a GDB server');
  }
  if (memory.attach !== undefined && !isServer) {
    refuse(['memory', 'attach'], 'is for a GDB server');
  }
  if (isZeroed && (kind === 'ram' || kind === 'paste')) {
    refuse(['zero', 'memory'], `makes no sense where memory is only read (${kind}:)`);
  }
}

export type BoardFile = z.infer<typeof boardSchema>;

/** The keys the schema knows at a place in the file, for "did you mean"; empty when unknown. */
export function knownKeysAt(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = boardSchema;
  for (const key of path) {
    const shape = shapeOf(schema);
    if (!shape || typeof key !== 'string' || !Object.hasOwn(shape, key)) return [];
    schema = shape[key];
  }
  return Object.keys(shapeOf(schema) ?? {});
}

function shapeOf(schema: unknown): Record<string, unknown> | null {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner instanceof z.ZodObject ? inner.shape : null;
}
