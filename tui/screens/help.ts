import { bindingsOf, keyName, needsPrefix } from '../find-binding.js';
import { BINDING_GROUPS, type Binding, type BindingGroup } from '../keymap.js';
import { boxOrScreen } from '../place-of.js';
import { PLACE_TITLES, isTyping, type Place } from '../places.js';
import { cell, span, type Row, type Span } from '../rows.js';
import type { View } from '../view.js';
import { boxed } from './boxes.js';

const GROUP_TITLES: Readonly<Record<BindingGroup, string>> = {
  lists: 'Lists',
  screen: 'This screen',
  text: 'Typing',
  everywhere: 'Everywhere',
};
const ORDER: readonly BindingGroup[] = ['screen', 'everywhere', 'lists', 'text'];
const TWO_COLUMNS = 76;

/** All keys of the screen below, from the key table. */
export function helpBox(view: View): readonly Row[] {
  const place = boxOrScreen(view.state);
  const columns = Math.min(view.columns, 110);
  const inner = columns - 4;
  const room = view.height - 2;
  const lines =
    inner >= TWO_COLUMNS - 4 ? inTwo(view, place, inner, room) : inOne(view, place, inner);
  const top = Math.max(0, Math.min(view.state.helpTop, lines.length - room));
  const shown = lines.slice(top, top + room);
  const left = lines.length - top - shown.length;
  const more = left > 0 ? `, ${view.symbols.upDown} ${left} more` : '';
  return boxed(
    view,
    columns,
    `Keys ${view.symbols.rule} ${PLACE_TITLES[place]}${more}`,
    shown,
    'dim',
  );
}

type Line = readonly Span[];

function inOne(view: View, place: Place, columns: number): readonly Line[] {
  return ORDER.flatMap((group) => groupLines(view, place, group, columns));
}

/** Groups dealt into two columns; when one does not hold its share the other takes it. */
function inTwo(view: View, place: Place, columns: number, room: number): readonly Line[] {
  const width = Math.floor((columns - 2) / 2);
  const all = ORDER.flatMap((group) => groupLines(view, place, group, width));
  const half = Math.max(Math.ceil(all.length / 2), Math.min(room, all.length));
  const height =
    all.length > 2 * room ? Math.ceil(all.length / 2) : Math.min(half, Math.max(room, 1));
  return Array.from({ length: Math.min(height, all.length) }, (_, index) => {
    const left = all[index] ?? [];
    const right = all[index + height] ?? [];
    return [...padded(left, width), span('  '), ...right];
  });
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
  const bindings = bindingsOf(place).filter((binding) => binding.group === group);
  if (bindings.length === 0) return [];
  const keys = bindings.map((binding) => keysText(binding, place, view.state.isAscii));
  const width = Math.min(16, Math.max(...keys.map((key) => key.length)) + 2);
  const lines = bindings.map((binding, index) => [
    span(cell(`  ${cell(keys[index] ?? '', width)}${binding.label}`, columns)),
  ]);
  return [[span(cell(GROUP_TITLES[group], columns), 'title')], ...lines];
}

/** `↑ k`, or `Ctrl+T s` where letters are text. */
export function keysText(binding: Binding, place: Place, isAscii: boolean): string {
  return binding.keys
    .map((key) => `${needsPrefix(key, place) ? 'Ctrl+T ' : ''}${keyName(key, isAscii)}`)
    .join(' ');
}

/** Bindings of a place grouped as help and documentation show them. */
export function groupedBindings(
  place: Place,
): readonly { readonly title: string; readonly bindings: readonly Binding[] }[] {
  const order = isTyping(place) ? ORDER : BINDING_GROUPS;
  return order
    .map((group) => ({
      title: GROUP_TITLES[group],
      bindings: bindingsOf(place).filter((binding) => binding.group === group),
    }))
    .filter(({ bindings }) => bindings.length > 0);
}
