import { useEffect, useState } from 'react'
import { Link, Outlet, ScrollRestoration, useNavigation } from 'react-router-dom'
import { useStore } from 'zustand'
import { Overlays } from '#desktop/renderer/components/overlays.tsx'
import { loadInBackground } from '#desktop/renderer/platform/background-module.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { CONTACT } from '#shared/i18n/contact.ts'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { PhoneBar } from './phone-bar.tsx'
import { FOOTER_PLACES } from './places.ts'
import { RouteAnnouncer } from './route-announcer.tsx'

/** Layout of every screen but the mini ticker. */
export function Layout() {
  const { t } = useLanguage()
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        {t('app.skip')}
      </a>
      <Progress />
      <Header />
      <LazyOfflineNotice />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <PhoneBar />
      <Overlays />
      <RouteAnnouncer />
      <ScrollRestoration />
    </div>
  )
}

/** The notice, which is loaded at once: offline is too late. */
function LazyOfflineNotice() {
  const [notice, setNotice] = useState<typeof import('./offline-notice.tsx') | null>(null)
  useEffect(() => {
    const load = () => import('./offline-notice.tsx')
    return loadInBackground(load, { onLoaded: setNotice }).cancel
  }, [])
  return notice && <notice.OfflineNotice />
}

/** A thin line at the top while the next screen loads. */
function Progress() {
  const isLoading = useNavigation().state !== 'idle'
  return isLoading && <div className={styles.progress} data-testid="progress" aria-hidden="true" />
}

function Footer() {
  const { t } = useLanguage()
  // In UTC, as the markup of the server, which is rendered again in the next year.
  const year = useStore(useServices().seconds, (now) => new Date(now).getUTCFullYear())
  return (
    <footer className={styles.footer}>
      <div className={styles.footerContent}>
        <span>{t('footer.copyright', { year })}</span>
        <span>{t('footer.note')}</span>
        <nav className={styles.legal} aria-label={t('footer.legal')}>
          {FOOTER_PLACES.map(({ to, text }) => (
            <Link key={to} to={to}>
              {t(text)}
            </Link>
          ))}
        </nav>
        <span>
          {t('footer.contact')} <a href={`mailto:${CONTACT}`}>{CONTACT}</a>
        </span>
      </div>
    </footer>
  )
}
