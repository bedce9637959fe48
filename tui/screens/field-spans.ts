import { span, type Span } from '../rows.js';
import { fieldWindow, type TextField } from '../text-field.js';

/** A field being edited, at most `columns` wide, with the cursor in sight even without colour. */
export function fieldSpans(field: TextField, columns: number): readonly Span[] {
  const shown = fieldWindow(field, columns - 1);
  if (shown.at === '') return [span(shown.before), span('_', 'cursor')];
  return [span(shown.before), span(shown.at, 'cursor'), span(shown.after)];
}
