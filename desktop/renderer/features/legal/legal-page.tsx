import { useEffect, useId } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { BackLink } from '#desktop/renderer/components/page.tsx'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { CONTACT } from '#shared/i18n/contact.ts'
import type { Block, LegalDocument, LegalSection } from '#shared/i18n/legal/legal-text.ts'
import { legalTexts } from '#shared/i18n/screens/legal.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './legal-page.module.css'

/** The licenses of the bundled packages, which the build writes; the app has them in its folder. */
const LICENSES = '/licenses.txt'

/** A legal document in the user's language, with its table of contents. */
export function LegalPage({ document }: { document: LegalDocument }) {
  const { t, locale } = useLanguage()
  const legal = useTexts(legalTexts)
  const isDesktop = useServices().platform.desktop !== null
  useFocusOnAnchor()
  const { title, dated, lead, sections } = document.texts[locale]
  const entries = document.order.flatMap((name) => {
    const section = sections[name]
    return section ? [{ name, section }] : []
  })
  return (
    <article className={styles.page}>
      <title>{`${title} · ${t('app.name')}`}</title>
      <header className={styles.header}>
        <BackLink to={PATHS.home} />
        <h1>{title}</h1>
        <p className={styles.dated}>{dated}</p>
        <p>{lead}</p>
        <Button kind="plain" onClick={() => window.print()}>
          {legal('legal.print')}
        </Button>
      </header>
      <Contents
        heading={legal('legal.contents')}
        entries={entries.map(({ name, section }) => ({ name, heading: section.heading }))}
      />
      <div className={styles.text}>
        {entries.map(({ name, section }) => (
          <Section key={name} name={name} section={section} />
        ))}
        {!isDesktop && (
          <p className={styles.dated}>
            <a href={LICENSES}>{legal('legal.licenses')}</a>
          </p>
        )}
      </div>
    </article>
  )
}

/** Focuses the heading named by the URL's fragment, so that keyboard and screen reader go on there. */
function useFocusOnAnchor(): void {
  const location = useLocation()
  useEffect(() => {
    const name = location.hash.slice(1)
    if (name !== '') document.getElementById(name)?.focus({ preventScroll: true })
  }, [location])
}

interface ContentsProps {
  heading: string
  entries: readonly { name: string; heading: string }[]
}

function Contents({ heading, entries }: ContentsProps) {
  const id = useId()
  return (
    <nav className={styles.contents} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ol>
        {entries.map((entry) => (
          <li key={entry.name}>
            <Link to={{ hash: entry.name }}>{entry.heading}</Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** `name` is the section's anchor. */
function Section({ name, section }: { name: string; section: LegalSection }) {
  return (
    <section className={styles.section} aria-labelledby={name}>
      <h2 id={name} tabIndex={-1}>
        {section.heading}
      </h2>
      {section.blocks.map((block) => (
        <BlockView key={String(block)} block={block} />
      ))}
    </section>
  )
}

function BlockView({ block }: { block: Block }) {
  if (typeof block === 'string') return <p>{withContactLink(block)}</p>
  return (
    <ul>
      {block.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

/** Turns the contact address in a text into a mail link. */
function withContactLink(text: string) {
  const [before, after] = text.split(CONTACT)
  if (after === undefined) return text
  return (
    <>
      {before}
      <a href={`mailto:${CONTACT}`}>{CONTACT}</a>
      {after}
    </>
  )
}
