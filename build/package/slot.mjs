/**
 * A placeholder that electron-builder fills: `arch`, `version`, `ext`.
 * @param {string} name
 */
export const slot = (name) => `\${${name}}`
