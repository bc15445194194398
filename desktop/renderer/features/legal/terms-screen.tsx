import { terms } from '#shared/i18n/legal/terms.ts'
import { LegalPage } from './ui/legal-page.tsx'

/** The terms of service. */
export function Component() {
  return <LegalPage text={terms} />
}
