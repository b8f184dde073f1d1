/** A TOML file: tables of tables of values, as read by the plugin in vite.config.ts. */
declare module '*.toml' {
  export type TomlValue = string | number | boolean | TomlValue[] | { [key: string]: TomlValue };
  const document: { [key: string]: TomlValue };
  export default document;
}
