/** Writes shared/rules/look-alikes.ts from the data of Unicode. Usage: bun build/write-look-alikes.ts */
import { lookAlikeModule } from './names/look-alike-table.ts'

await Bun.write(new URL('../shared/rules/look-alikes.ts', import.meta.url), lookAlikeModule())
