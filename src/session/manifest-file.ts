/** Name of the file whose place says that a folder holds what a fetch wrote. */
export const MANIFEST_FILE = 'manifest.json';
