import { listPorts } from '../../link/list-ports.js';
import type { CliContext } from '../cli-context.js';
import { EXIT } from '../exit-code.js';
import { textTable } from '../text-table.js';

/** `ports`: the serial ports of this machine. */
export async function ports(context: CliContext): Promise<number> {
  const found = await listPorts();
  if (context.json) {
    const list = found.map(({ port, path, description, serialNumber, isAccessible, holders }) => ({
      port,
      path,
      description,
      serial_number: serialNumber,
      accessible: isAccessible,
      holders,
    }));
    await context.output.data(`${JSON.stringify({ ports: list }, null, 2)}\n`);
    return EXIT.done;
  }
  if (found.length === 0) {
    context.output.note('no serial port found; simulated and network boards need none');
    return EXIT.done;
  }
  const rows = found.map(({ port, path, description, isAccessible, holders }) => [
    port,
    path,
    isAccessible ? (holders[0] ? `busy: ${holders[0].name} ${holders[0].pid}` : 'free') : 'denied',
    description,
  ]);
  const table = textTable([['Port', 'Device', 'State', 'What'], ...rows]);
  await context.output.data(`${table.join('\n')}\n`);
  return EXIT.done;
}
