import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import styles from './page.module.css'

/** Link to the parent path, above a screen's heading. */
export function BackLink({ to }: { to: string }) {
  const { t } = useLanguage()
  return (
    <Link to={to} className={styles.back}>
      <span aria-hidden="true">←</span> {t('nav.back')}
    </Link>
  )
}

interface PageProps {
  title: string
  /** Path of the link back. */
  back: string
  /** Id of the heading, for a table that it names. */
  headingId?: string
  /** A paragraph or links below the heading. */
  lead?: ReactNode
  children: ReactNode
}

/** A screen with its name, also in the window's title, and a link back. */
export function Page({ title, back, headingId, lead, children }: PageProps) {
  const { t } = useLanguage()
  return (
    <article className="page">
      <title>{`${title} · ${t('app.name')}`}</title>
      <header className={styles.header}>
        <BackLink to={back} />
        <h1 id={headingId}>{title}</h1>
        {lead}
      </header>
      {children}
    </article>
  )
}
