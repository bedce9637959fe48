// The form we write, and what else ISO 8601 allows a zone and a fraction to look like.
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** A capture's stamp as milliseconds since 1970, or null when it is blank or cannot be read. */
export function capturedInstant(capturedAt: string): number | null {
  if (!STAMP.test(capturedAt)) return null;
  const instantMs = Date.parse(capturedAt);
  return Number.isNaN(instantMs) ? null : instantMs;
}
