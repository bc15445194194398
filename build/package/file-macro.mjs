/**
 * A file macro of electron-builder, `${arch}`; `name` is `arch`, `version` or `ext`.
 * @param {string} name
 */
export const fileMacro = (name) => `\${${name}}`
