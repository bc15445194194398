import type { Site } from '#shared/contract/site.ts'

/** The names of the ad slots that are set up. */
export function filledSlots({ ads }: Pick<Site, 'ads'>): string[] {
  return Object.entries(ads).flatMap(([name, slot]) => (slot ? [name] : []))
}
