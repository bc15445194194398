import type { Database } from '#api/platform/database/database.ts'

/** Every row of every table of the product, as text, in a steady order: two equal images, equal data. */
export async function databaseImage(database: Database): Promise<Record<string, string[]>> {
  const tables = await database.query<{ name: string }>(
    "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  )
  const image: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await database.query<{ line: string }>(
      `SELECT t::text AS line FROM "${name}" t ORDER BY t::text COLLATE "C"`,
    )
    image[name] = rows.map(({ line }) => line)
  }
  return image
}
