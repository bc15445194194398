import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'

// Checks objects of Kubernetes by others' schemas and types: node check.mjs TSC SCHEMA < {"values", "objects"}.
// Prints the mistakes as a list of lines in JSON. The schemas allow unknown fields, the types do not.

const [tsc = '', schemaFile = ''] = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))
const { values, objects } = JSON.parse(readFileSync(0, 'utf8'))
const mistakes = []

const validateValues = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }).compile(
  JSON.parse(readFileSync(schemaFile, 'utf8')),
)
if (!validateValues(values)) {
  for (const { instancePath, message } of validateValues.errors ?? []) {
    mistakes.push(`values${instancePath}: ${message}`)
  }
}

/** Module of a kind, such as apps/v1 or postgresql.cnpg.io/v1. */
const moduleOf = ({ apiVersion }) =>
  apiVersion.includes('cnpg.io')
    ? `@kubernetes-models/cloudnative-pg/${apiVersion}`
    : `kubernetes-models/${apiVersion}`

for (const object of objects) {
  const { [object.kind]: Model } = await import(`${moduleOf(object)}/${object.kind}`)
  try {
    new Model(object).validate()
  } catch (error) {
    mistakes.push(`${object.kind}: ${error.message}`)
  }
}

const folder = mkdtempSync(join(here, 'objects-'))
try {
  const lines = objects.flatMap((object, index) => [
    `import type { I${object.kind} as Kind${index} } from '${moduleOf(object)}/${object.kind}'`,
    `export const object${index}: Kind${index} = ${JSON.stringify(object)}`,
  ])
  const file = join(folder, 'objects.ts')
  writeFileSync(file, lines.join('\n'))
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'preserve',
    '--ignoreConfig',
  ]
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, file], {
    cwd: here,
    encoding: 'utf8',
  })
  if (status !== 0) mistakes.push(...stdout.split('\n').filter((line) => line.includes('error TS')))
} finally {
  rmSync(folder, { recursive: true })
}
console.log(JSON.stringify(mistakes))
