import { createRequire } from 'node:module'

/** Where electron-updater finds the parser of its feed. */
const updater = createRequire(import.meta.url).resolve('electron-updater')
const parser = createRequire(updater).resolve('js-yaml')
const yamlFile = (/** @type {string} */ name) => parser.replace(/index\.js$/, `lib/${name}.js`)

/**
 * What the desktop app's main process never reaches in the packages it is made of, but no bundler
 * can tell: where it is asked for, and what is given instead. Each is tried by
 * `build/slim-main.test.ts`.
 * @type {{ by: RegExp, of: string | RegExp, to: string }[]}
 */
const cuts = [
  // electron-store checks its own file by a schema only when it is given one; ours is checked by
  // the contract of the settings.
  {
    by: /\/conf\/dist\//,
    of: 'ajv/dist/2020.js',
    to: "export class Ajv2020 { constructor() { throw new Error('no schemas: build/slim-main.mjs') } }",
  },
  { by: /\/conf\/dist\//, of: 'ajv-formats', to: 'export default { default() {} }' },
  // Versions are compared for migrations only, which a store without them does not have.
  {
    by: /\/conf\/dist\//,
    of: 'semver',
    to: "import valid from 'semver/functions/valid'\nexport default { valid }",
  },
  // The log goes to a file and a terminal; crashes are watched by the app itself.
  {
    by: /\/electron-log\/src\/node\/createDefaultLogger\.js/,
    of: /^\.\/(ErrorHandler|EventLogger)$/,
    to: "class Silent { setOptions() {} }\nexport { Silent as 'module.exports' }",
  },
  {
    by: /\/electron-log\/src\/node\/createDefaultLogger\.js/,
    of: /^\.\/transports\/(remote|ipc)$/,
    to: "const none = () => null\nexport { none as 'module.exports' }",
  },
  // The feed is a plain folder on a web server.
  {
    by: /\/electron-updater\/out\/providerFactory\.js/,
    of: /\/(Bitbucket|GitHub|GitLab|Keygen|PrivateGitHub)Provider$/,
    to: 'export const none = 0',
  },
  // Installers that are not made.
  {
    by: /\/electron-updater\/out\/main\.js/,
    of: /^\.\/(Rpm|Pacman)Updater$/,
    to: 'export const none = 0',
  },
  // The feed of GitHub is XML.
  { by: /\/builder-util-runtime\/out\/index\.js/, of: './xml', to: 'export const none = 0' },
  // It writes to a terminal, past the log and its rules.
  { by: /\/builder-util-runtime\/out\//, of: 'debug', to: 'export default () => () => {}' },
  {
    by: /\/electron-updater\/out\//,
    of: 'semver',
    to: ['parse', 'prerelease', 'eq', 'gt', 'lt']
      .map((name) => `export { default as ${name} } from 'semver/functions/${name}'`)
      .join('\n'),
  },
  {
    by: /\/electron-updater\/out\//,
    of: 'lodash.isequal',
    to: "import { isDeepStrictEqual } from 'node:util'\nexport { isDeepStrictEqual as 'module.exports' }",
  },
  // Reading, without writing.
  {
    by: /\/electron-updater\/out\//,
    of: 'js-yaml',
    to: `export { load } from ${JSON.stringify(yamlFile('loader'))}`,
  },
  // What a feed is made of: texts, numbers and lists; no dates, sets or pieces of files.
  {
    by: /\/js-yaml\/lib\/loader\.js/,
    of: './schema/default',
    to: `export { default as 'module.exports' } from ${JSON.stringify(yamlFile('schema/core'))}`,
  },
  // Its own layer over Node's, for many files at once and for old systems.
  { by: /\/electron-updater\/out\//, of: 'fs-extra', to: "export * from './slim/file-system.mjs'" },
]

/** One object of every kind of schema, which no bundler can take apart; a namespace it can. */
const oneObject = 'const Type = TypeBuilder;'
const namespace = "export * as Type from './type.mjs';"

/**
 * What the bundler may take for granted: a schema that nothing checks with is left out.
 * @type {{ manualPureFunctions: string[], propertyReadSideEffects: false }}
 */
export const treeshake = { manualPureFunctions: ['Type'], propertyReadSideEffects: false }

const mark = '\0tidemark-slim:'

/**
 * Gives the main process those packages without what it never reaches. Throws when a package no
 * longer asks for what is cut, so that a new version is never cut blindly.
 * @returns {import('vite').Plugin}
 */
export function slimMain() {
  /** @type {Set<number>} */
  const used = new Set()
  return {
    name: 'tidemark-slim-main',
    enforce: 'pre',
    resolveId(name, importer = '') {
      if (importer.startsWith(mark))
        return this.resolve(name, import.meta.filename, { skipSelf: true })
      const index = cuts.findIndex(
        ({ by, of }) => by.test(importer) && (typeof of === 'string' ? of === name : of.test(name)),
      )
      if (index < 0) return null
      used.add(index)
      return `${mark}${index}`
    },
    load(id) {
      return id.startsWith(mark) ? cuts[Number(id.slice(mark.length))]?.to : null
    },
    transform: {
      filter: { id: /@sinclair\/typebox\/build\/esm\/type\/type\/index\.mjs/ },
      handler(code) {
        const rest = code.replace(oneObject, '').replace('export { Type };', namespace)
        if (
          rest.length !==
          code.length - oneObject.length - 'export { Type };'.length + namespace.length
        ) {
          throw new Error('typebox has changed: look at build/slim-main.mjs')
        }
        return rest
      },
    },
    buildEnd(error) {
      if (error) return
      const ids = [...this.getModuleIds()]
      const idle = cuts.find(({ by }, index) => !used.has(index) && ids.some((id) => by.test(id)))
      if (idle) throw new Error(`nothing asks for ${idle.of} any more: look at build/slim-main.mjs`)
    },
  }
}
