import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { Role, Row } from './rows.js';

interface Look {
  readonly color?: 'green' | 'yellow' | 'red' | 'cyan';
  readonly bold?: boolean;
  readonly dimColor?: boolean;
  readonly inverse?: boolean;
}

/** Sixteen colours, each only doubling a sign or word that is there anyway. */
const LOOKS: Readonly<Record<Role, Look>> = {
  plain: {},
  title: { bold: true },
  dim: { dimColor: true },
  ok: { color: 'green' },
  warn: { color: 'yellow' },
  bad: { color: 'red' },
  busy: { color: 'cyan' },
  chosen: { bold: true, color: 'cyan' },
  own: { bold: true },
  cursor: { inverse: true },
};

/** One line of the screen. */
export function RowView({ line }: { readonly line: Row }): ReactNode {
  return (
    <Text wrap="truncate">
      {line.spans.map((part, index) => (
        <Text key={index} {...LOOKS[part.role]}>
          {part.text}
        </Text>
      ))}
    </Text>
  );
}
