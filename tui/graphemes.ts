const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Text as the characters a person sees, each whole however many code points it has. */
export function graphemes(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), (part) => part.segment);
}
