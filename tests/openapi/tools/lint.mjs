/**
 * Prints the errors of Redocly and Spectral in an OpenAPI document, a line each. Runs with Node:
 * node lint.mjs FILE
 */
import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'

const [file = ''] = process.argv.slice(2)
const source = readFileSync(file, 'utf8')

const config = await createConfig({ extends: ['recommended'] })
const redocly = await lintFromString({ source, absoluteRef: file, config })
for (const { severity, ruleId, message, location } of redocly) {
  if (severity === 'error') console.log(`redocly ${ruleId} ${location[0]?.pointer}: ${message}`)
}

const linter = new spectral.Spectral()
linter.setRuleset({ extends: [oas] })
const ERROR = 0
for (const { severity, code, message, path } of await linter.run(JSON.parse(source))) {
  if (severity === ERROR) console.log(`spectral ${code} ${path.join('/')}: ${message}`)
}
