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

/** Which settings are the user's. They point at no other index, tree or objects. */
const SETTINGS = new Set(['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM']);

/**
 * Who the user is. A hook of another repository is told the author of that commit and no committer,
 * so without one none of these is the user.
 */
const IDENTITY = new Set([
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_COMMITTER_NAME',
  'GIT_COMMITTER_EMAIL',
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
 * surroundings; of git's own variables only identity and the place of settings stay, since a hook of
 * another repository sets the others.
 */
export function committingEnvironment(ambient: AmbientEnvironment): Record<string, string> {
  const isNamed = Boolean(ambient['GIT_COMMITTER_NAME'] || ambient['GIT_COMMITTER_EMAIL']);
  return pick(ambient, (name) => {
    const known = name.toUpperCase();
    if (SETTINGS.has(known) || (isNamed && IDENTITY.has(known))) return true;
    return !known.startsWith('GIT_');
  });
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
