import { privacy } from '#shared/i18n/legal/privacy.ts'
import { LegalPage } from './ui/legal-page.tsx'

/** The privacy policy. */
export function Component() {
  return <LegalPage text={privacy} />
}
