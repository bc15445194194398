/**
 * A placeholder of electron-builder: `arch`, `version`, `ext`.
 * @param {string} name
 */
export const slot = (name) => `\${${name}}`
