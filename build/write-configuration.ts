/** Writes docs/CONFIGURATION.md from the schema of the settings. Usage: bun build/write-configuration.ts */
import { configPage } from '#api/infrastructure/config-page.ts'

await Bun.write(new URL('../docs/CONFIGURATION.md', import.meta.url), configPage())
