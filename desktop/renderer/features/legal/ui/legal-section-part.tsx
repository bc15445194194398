import type { Block, LegalSection } from '#shared/i18n/legal/legal-text.ts'
import styles from './legal-section-part.module.css'
import { WithContact } from './with-contact.tsx'

interface LegalSectionPartProps {
  /** Its anchor. */
  name: string
  section: LegalSection
}

/** A section of a legal text: its heading, paragraphs and lists. */
export function LegalSectionPart({ name, section }: LegalSectionPartProps) {
  return (
    <section className={styles.section} aria-labelledby={name}>
      <h2 id={name} tabIndex={-1}>
        {section.heading}
      </h2>
      {section.blocks.map((block) => (
        <BlockPart key={String(block)} block={block} />
      ))}
    </section>
  )
}

function BlockPart({ block }: { block: Block }) {
  if (typeof block === 'string') {
    return (
      <p>
        <WithContact text={block} />
      </p>
    )
  }
  return (
    <ul>
      {block.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
