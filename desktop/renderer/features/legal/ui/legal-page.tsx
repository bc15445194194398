import { BackLink } from '#desktop/renderer/components/back-link.tsx'
import { Button } from '#desktop/renderer/components/button.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { LegalDocument } from '#shared/i18n/legal/legal-text.ts'
import { legalTexts } from '#shared/i18n/screens/legal.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { Contents } from './contents.tsx'
import styles from './legal-page.module.css'
import { LegalSectionPart } from './legal-section-part.tsx'
import { useFocusOnAnchor } from './use-focus-on-anchor.ts'

/** A legal text in the language of the interface, with its table of contents. */
export function LegalPage({ text }: { text: LegalDocument }) {
  const { t, locale } = useLanguage()
  const legal = useTexts(legalTexts)
  useFocusOnAnchor()
  const { title, dated, lead, sections } = text.texts[locale]
  const parts = text.order.flatMap((name) => {
    const section = sections[name]
    return section ? [{ name, section }] : []
  })
  return (
    <article className={styles.page}>
      <title>{`${title} · ${t('app.name')}`}</title>
      <header className={styles.head}>
        <BackLink to={PATHS.home} text={t('nav.back')} />
        <h1>{title}</h1>
        <p className={styles.dated}>{dated}</p>
        <p>{lead}</p>
        <Button kind="plain" onClick={() => window.print()}>
          {legal('legal.print')}
        </Button>
      </header>
      <Contents
        heading={legal('legal.contents')}
        entries={parts.map(({ name, section }) => ({ name, heading: section.heading }))}
      />
      <div className={styles.text}>
        {parts.map(({ name, section }) => (
          <LegalSectionPart key={name} name={name} section={section} />
        ))}
      </div>
    </article>
  )
}
