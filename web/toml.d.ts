/** A TOML file: tables of tables of values, as read by the plugin in vite.config.ts. */
declare module '*.toml' {
  export type TomlValue = string | number | boolean | TomlValue[] | { [key: string]: TomlValue };
  const document: { [key: string]: TomlValue };
  export default document;
}
/** A texts file without its rules text. */
declare module '*.toml?sentences' {
  const document: { [key: string]: import('*.toml').TomlValue };
  export default document;
}
/** The rules text of a texts file. */
declare module '*.toml?rules' {
  const sections: import('*.toml').TomlValue[];
  export default sections;
}
