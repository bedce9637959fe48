import { bindingsOf, keyName, needsPrefix } from '../find-binding.js';
import type { Binding, BindingGroup } from '../keymap.js';
import { boxOrScreen } from '../place-of.js';
import { PLACE_TITLES, type Place } from '../places.js';
import { cell, span, wrapText, type Row, type Span } from '../rows.js';
import { offersPort } from '../session-words.js';
import type { View } from '../view.js';
import { boxed } from './boxes.js';

export const GROUP_TITLES: Readonly<Record<BindingGroup, string>> = {
  lists: 'Lists',
  screen: 'This screen',
  text: 'Typing',
  everywhere: 'Everywhere',
};
export const GROUP_ORDER: readonly BindingGroup[] = ['screen', 'everywhere', 'lists', 'text'];
const TWO_COLUMNS = 76;

/** All keys of the screen below, from the key table. */
export function helpBox(view: View): readonly Row[] {
  const { columns, room, lines } = helpLayout(view);
  const top = Math.min(view.state.helpTop, Math.max(0, lines.length - room));
  const shown = lines.slice(top, top + room);
  const left = lines.length - top - shown.length;
  const more = left > 0 ? `, ${view.symbols.upDown} ${left} more` : '';
  const title = `Keys ${view.symbols.rule} ${PLACE_TITLES[boxOrScreen(view.state)]}${more}`;
  return boxed(view, columns, title, shown, 'dim');
}

/** How many positions the help can be scrolled to. */
export function helpPositions(view: View): number {
  const { room, lines } = helpLayout(view);
  return Math.max(0, lines.length - room) + 1;
}

function helpLayout(view: View): {
  readonly columns: number;
  readonly room: number;
  readonly lines: readonly Line[];
} {
  const place = boxOrScreen(view.state);
  const columns = Math.min(view.columns, 110);
  const inner = columns - 4;
  const isWide = inner >= TWO_COLUMNS - 4;
  const lines = isWide ? inTwo(view, place, inner) : inOne(view, place, inner);
  return { columns, room: Math.max(1, view.height - 2), lines };
}

type Line = readonly Span[];

function inOne(view: View, place: Place, columns: number): readonly Line[] {
  return GROUP_ORDER.flatMap((group) => groupLines(view, place, group, columns));
}

/** Whole groups dealt into two columns so that the longer one is as short as can be. */
function inTwo(view: View, place: Place, columns: number): readonly Line[] {
  const width = Math.floor((columns - 2) / 2);
  const groups = GROUP_ORDER.map((group) => groupLines(view, place, group, width));
  const all = groups.reduce((sum, lines) => sum + lines.length, 0);
  let best: readonly boolean[] = groups.map(() => true);
  let bestHeight = all;
  for (let deal = 0; deal < 1 << groups.length; deal += 1) {
    const isLeft = groups.map((_, index) => (deal & (1 << index)) === 0);
    const leftHeight = groups.reduce((sum, lines, at) => sum + (isLeft[at] ? lines.length : 0), 0);
    const height = Math.max(leftHeight, all - leftHeight);
    if (height < bestHeight) [best, bestHeight] = [isLeft, height];
  }
  const left = groups.flatMap((lines, index) => (best[index] ? lines : []));
  const right = groups.flatMap((lines, index) => (best[index] ? [] : lines));
  return Array.from({ length: bestHeight }, (_, index) => [
    ...padded(left[index] ?? [], width),
    span('  '),
    ...(right[index] ?? []),
  ]);
}

function padded(line: Line, columns: number): Line {
  return [span(cell(line.map((part) => part.text).join(''), columns), line[0]?.role ?? 'plain')];
}

function groupLines(
  view: View,
  place: Place,
  group: BindingGroup,
  columns: number,
): readonly Line[] {
  const bindings = bindingsOf(place).filter(
    ({ id, group: own }) => own === group && (id !== 'errorPort' || offersPort(view.state)),
  );
  if (bindings.length === 0) return [];
  const entries = mergedKeys(bindings, place, view.state.isAscii);
  const width = Math.min(18, Math.max(...entries.map(({ keys }) => keys.length)) + 2);
  const lines = entries.flatMap(({ keys, label }) =>
    wrapText(label, columns - width - 2).map((text, at) => [
      span(cell(`  ${cell(at === 0 ? keys : '', width)}${text}`, columns)),
    ]),
  );
  return [[span(cell(GROUP_TITLES[group], columns), 'title')], ...lines];
}

/** `↑ k`, or `Ctrl+T s` where letters are text. */
export function keysText(binding: Binding, place: Place, isAscii: boolean): string {
  return binding.keys
    .map((key) => `${needsPrefix(key, place) ? 'Ctrl+T ' : ''}${keyName(key, isAscii)}`)
    .join(' ');
}

/** Bindings as help shows them: those with the same words, such as up and down, on one line. */
export function mergedKeys(
  bindings: readonly Binding[],
  place: Place,
  isAscii: boolean,
): readonly { readonly keys: string; readonly label: string }[] {
  const byLabel = new Map<string, string[]>();
  for (const binding of bindings) {
    const keys = byLabel.get(binding.label) ?? [];
    byLabel.set(binding.label, [...keys, keysText(binding, place, isAscii)]);
  }
  return [...byLabel].map(([label, keys]) => ({ keys: keys.join(' '), label }));
}
