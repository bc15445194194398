import { CONTACT } from '#shared/i18n/contact.ts'
import type { LegalText, PrivacySection } from './legal-text.ts'

export const privacyEnglish: LegalText<PrivacySection> = {
  title: 'Privacy Policy',
  dated: 'Effective August 12, 2025',
  lead: 'We keep what an account needs to work, and little else. There are no tracking cookies, no advertising profiles, and we do not sell data. This page says what is collected, why, for how long, and what you can do.',
  sections: {
    scope: {
      heading: 'Who and what this is about',
      blocks: [
        'This policy covers the Tidemark website and desktop application. Tidemark is the controller of the personal data described here. We handle it under the Personal Information Protection Act of the Republic of Korea (PIPA) and, where it applies, the General Data Protection Regulation of the European Union (GDPR).',
      ],
    },
    collected: {
      heading: 'What we collect',
      blocks: [
        'If you sign in and take part, we keep:',
        [
          'From each sign-in provider that you use: your identifier there and, if it gives them, your email address and your name or nickname, which becomes your first nickname here. We never see your password.',
          'Of your account: nickname, unique code, the time it was created, the number of logins, the time of the last one, and the way you log in.',
          'Of each session: browser or application and operating system as your device names them at sign-in, when it began and when it was last used.',
          'What you do in public: calls with their offers and results, points, posts, replies and reactions, each with its time.',
          'For moderation: reports that you write, decisions of moderators about you or what you wrote, with reason and time, and your appeals. A record of exports, deletions and other acts of those who run the service.',
          'For security: hashes of the tokens of your sessions, and your IP address in memory while a page is open, and for at most an hour after counted requests, to limit them. To fix the direction of your call, we keep the time at which you first opened another person’s note of an open round, or read or wrote replies below a note of it, until the round is settled. To count a view once, we keep a keyed hash made from your account, or as a guest from your address; it is deleted after a few hours.',
        ],
        'The server’s log notes which kind of request was answered, when, how, and how long it took. It holds no IP addresses, email addresses, tokens or content. If you write to us, we keep the correspondence.',
      ],
    },
    purposes: {
      heading: 'What it is for',
      blocks: [
        [
          'To provide the service: signing you in, taking calls, settling rounds, showing the ranking and the boards. The basis is our contract with you (the terms of service).',
          'To protect it: limits, investigation of abuse, for which those who run the service see which accounts call alike in time and direction, moderation, recovery from faults. The basis is our legitimate interest in a service that is safe and fair.',
          'To answer you, and to fulfill legal obligations.',
        ],
        'We do not use your data for advertising, build no other profiles, and make no automated decisions with legal effect about you.',
      ],
    },
    public: {
      heading: 'What others can see',
      blocks: [
        'Your nickname, unique code, join time, points, calls, posts and replies can be seen by others, some only after signing in or making a call. Your email address, logins and way of logging in are shown to you alone; those who run the service can see them when that is necessary.',
        'Settled rounds publish the receipts of their calls: unique code, direction, points, price, time and a random number. Deleting your account removes yours; copies that others made remain.',
        'Moderators see who reported something; the author does not. The public moderation log shows decisions with the unique code of the person concerned.',
      ],
    },
    analytics: {
      heading: 'Analytics',
      blocks: [
        'We count how often things happen, on our own server and without third parties: for example that a page was opened or reloaded, somebody logged in, a call was submitted, or an address was copied. Sent with such an event are its name, the kind of page, the language, and whether it came from the website or the desktop application.',
        'There are no cookies and no identifiers in it, no content, and never the direction of a call. The server adds the event to a counter and keeps nothing else of it. If your browser sends Do Not Track or Global Privacy Control, nothing is counted. You can also switch counting off in the settings.',
        'If the page or application fails, it reports the error to our server: its name and text, the place in the code, the kind of page, version, language, and website or desktop. Secrets, email addresses, quoted text, home folders, and queries and ids in addresses are removed before it is sent and again on the server. The report carries no account, and your IP address is not stored with it. It is kept in the log of the server. Both choices above switch reports off, too.',
      ],
    },
    storage: {
      heading: 'What is stored on your device',
      blocks: [
        'The service sets one cookie, with your choice of language, so that the server sends pages in it. Your browser’s local storage holds:',
        [
          'the tokens of your session, until it has ended on the server;',
          'your choice of language, theme, colors of the directions, range of the chart, keyboard shortcuts, loading of pictures and analytics, and how you arrange the screens;',
          'drafts of calls, posts and replies until you submit or discard them, those of edited calls and posts for a day, then until your next visit;',
          'who turned on notifications here, until they are turned off;',
          'the signed receipts of your calls, until you remove them under Account, delete your account here or clear this storage, and their keys;',
          'which results of your calls you have seen, until you log out;',
          'which places have an advertisement (desktop application);',
          'the latest replies that are the same for everybody, such as prices and counts of calls, to show them without a connection; in a browser until you log out;',
          'that you have been here before, and whether you have answered the offer to install the site.',
        ],
        'Your browser also keeps the files of the site and a service worker, which starts the site without a connection. They are the same for everybody.',
        'If you turn on notifications, your browser keeps a subscription to its maker’s push service (Google, Mozilla, Apple or Microsoft), which cannot read the messages. We keep its address, keys, time zone and language, also once turned off, until the session is removed, your notifications and alert prices with notes for 90 days, your notification settings, and your weekly rank for 53 weeks.',
        'While you sign in, at your first visit and when a new version is loaded, the page keeps a few technical values in the tab. The desktop application keeps its settings, the places of its windows, the last known prices and counts (last-known.json), which of your calls it has announced, a log of errors and, after a crash, copies of the memory of the process, which can hold what was open, in files of its own; they stay on your device. It keeps the token that renews your session in the keychain of the operating system; if there is none, it stays in memory until the application ends.',
      ],
    },
    others: {
      heading: 'Who else receives data',
      blocks: [
        [
          'The sign-in providers (Google and Kakao, where set up, and others that the operator may add; the login page shows all) handle your sign-in under their own privacy policies. Where Google is among them, the website loads its button from Google where you can choose it; Google then learns your IP address and kind of browser, whichever method you use.',
          'Hosting and database providers store data for us under contract and on our instructions. An error tracking service, if set up, gets the error reports described above, from our server only.',
          'Pictures and videos in posts, and pictures of advertisements, come from other servers. These learn your IP address and kind of browser when they are shown; such a server may belong to whoever wrote the post. With a setting, pictures load only on a click. We pass them nothing else.',
          'On Linux, and where Windows has none, the desktop application loads spelling dictionaries from Google, which learns your IP address.',
          'Authorities, where the law obliges us.',
        ],
        'Our server fetches prices; your browser does not contact the exchanges. Donations are made on public blockchains, visible to everybody; we do not connect them with accounts. We sell no data.',
      ],
    },
    retention: {
      heading: 'How long we keep it',
      blocks: [
        [
          'Account, calls, posts, replies, reactions, reports, appeals, blocks and follows: until you delete the account.',
          'Sessions: they end after 30 days without use and 90 days at the latest, and are removed within a few days after that.',
          'When you delete your account, at once: email address, identifiers at the sign-in providers, nickname, posts, replies, notes and titles of calls, reactions, reports, appeals, alert prices, blocks, follows, notifications and messages of moderators to you are erased, your sessions end, and calls of the open round are withdrawn. Calls of closed rounds remain in tallies and results without your name and code, as “Deleted”, and cannot be seen to be one person’s.',
          'Decisions of moderators: what was done, why and when remains; after a deletion without your name, code and words. The record that an account was erased names nobody.',
          'After a deletion, or after you remove a sign-in method: for 30 days a keyed hash of your identifier at that provider, and whether a ban or mute was in force. If you come back in that time, only calls made after those 30 days count for rankings and seasons, and a ban or mute continues. Until the open round closes, it also says whether you made a call in it.',
          'Copies in backups disappear when the backups are replaced, within 90 days.',
          'Longer only where the law demands it, kept apart from other data.',
        ],
      ],
    },
    transfers: {
      heading: 'Transfers abroad',
      blocks: [
        'The sign-in provider and our hosting providers may process data outside your country, including outside Korea and the European Economic Area. Where they do, we rely on the safeguards that the law provides, such as decisions on adequacy or standard contractual clauses. Write to us to learn where your data is and on what basis.',
      ],
    },
    security: {
      heading: 'Security',
      blocks: [
        'Connections are encrypted. Tokens that renew a session are stored only as hashes and are replaced each time they are used; one that comes back ends the whole session. What you write is cleaned of everything that could run, on the server and again in the browser. Only those who need access to run the service have it. If a breach puts you at risk, we inform you and the authorities as the law requires.',
      ],
    },
    rights: {
      heading: 'Your rights',
      blocks: [
        'You may at any time ask to see your data and receive a copy, have it corrected or deleted, have its use restricted, object to it, and withdraw a consent. You can change your nickname yourself on the profile page; under Account you see and end your sessions, download your data (JSON, CSV) and delete the account. For the rest, write to us from the email address of your account; we answer without charge, within 10 days under PIPA and within one month under the GDPR.',
        'You may complain to a supervisory authority: in Korea to the Personal Information Protection Commission or the Privacy Infringement Report Center (telephone 118), in the European Union to the authority where you live.',
      ],
    },
    children: {
      heading: 'Children',
      blocks: [
        'The service is not intended for children under 13. In the Republic of Korea, persons under 14 may not register. If we learn that a child has given us personal data, we delete it. Parents who believe so may write to us.',
      ],
    },
    changes: {
      heading: 'Changes to this policy',
      blocks: [
        'If this policy changes, we say so on the notice board at least 7 days before it takes effect, and at least 30 days before if your rights are affected in a way that matters. The date at the top tells which version you read.',
      ],
    },
    contact: {
      heading: 'Contact',
      blocks: [
        `The person responsible for the protection of personal data is reached at ${CONTACT}. The Korean and the English text say the same; if they differ, the Korean one is decisive.`,
      ],
    },
  },
}
