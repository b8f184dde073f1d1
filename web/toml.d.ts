/** A TOML file: tables of tables of values, as read by the plugin in vite.config.ts. */
declare module '*.toml' {
  export type TomlValue = string | number | boolean | TomlValue[] | { [key: string]: TomlValue };
  const document: { [key: string]: TomlValue };
  export default document;
}
/** A part of a texts file: a chapter, `sentences` or `spoken`. */
declare module '$texts/nl.toml?*' {
  const document: { [key: string]: import('*.toml').TomlValue };
  export default document;
}
declare module '$texts/en.toml?*' {
  const document: { [key: string]: import('*.toml').TomlValue };
  export default document;
}
