/** Environment variables a git process may see when it only reads. Everything else is cut off. */
const READING = new Set([
  'PATH',
  'HOME',
  'XDG_CONFIG_HOME',
  'TMPDIR',
  'TMP',
  'TEMP',
  'SYSTEMROOT',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'PROGRAMDATA',
  // git trusts a repository of the person who called sudo.
  'SUDO_UID',
]);

/** What we say to every reading git process ourselves. */
const OURS: Readonly<Record<string, string>> = {
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

const MAX_CONFIG_ENTRIES = 1000;

export type AmbientEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * The closed environment of a git process that reads: where git finds itself and its user, and
 * nothing that points it at another repository, index, object store or configuration.
 */
export function readingEnvironment(ambient: AmbientEnvironment): Record<string, string> {
  return { ...pick(ambient, (name) => READING.has(name.toUpperCase())), ...OURS };
}

/**
 * The environment of a git process that commits. Hooks, signing and identity need the user's own
 * surroundings; only variables of git itself are cut off, since a hook of another repository sets
 * those.
 */
export function committingEnvironment(ambient: AmbientEnvironment): Record<string, string> {
  return pick(ambient, (name) => !name.toUpperCase().startsWith('GIT_'));
}

/**
 * Repositories the user declared safe through `GIT_CONFIG_COUNT` variables (as CI systems do). The
 * variables are cut off with the rest, so this one setting is handed on by name.
 */
export function safeDirectories(ambient: AmbientEnvironment): string[] {
  const count = Number(ambient['GIT_CONFIG_COUNT'] ?? 0);
  if (!Number.isSafeInteger(count)) return [];
  const found: string[] = [];
  for (let index = 0; index < Math.min(count, MAX_CONFIG_ENTRIES); index += 1) {
    const value = ambient[`GIT_CONFIG_VALUE_${index}`];
    if (ambient[`GIT_CONFIG_KEY_${index}`]?.toLowerCase() === 'safe.directory' && value) {
      found.push(value);
    }
  }
  return found;
}

function pick(ambient: AmbientEnvironment, keep: (name: string) => boolean) {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(ambient)) {
    if (value !== undefined && keep(name)) kept[name] = value;
  }
  return kept;
}
