const validator = '\0tidemark-no-validator'

/**
 * Leaves the schema validator out of electron-store, which loads one even when it is handed no
 * schema: it would be half of the main process. What is kept is checked by who reads it.
 * @type {import('vite').Plugin}
 */
export const slimStore = {
  name: 'tidemark-slim-store',
  enforce: 'pre',
  resolveId: (id) => (/^ajv(-formats$|\/)/.test(id) ? validator : null),
  load: (id) =>
    id === validator
      ? `export class Ajv2020 { constructor() { throw new Error('the store takes no schema') } }
         export default {}`
      : null,
}
