import { CONTACT } from '#shared/i18n/contact.ts'
import type { LegalText, TermsSection } from './legal-text.ts'

export const termsEnglish: LegalText<TermsSection> = {
  title: 'Terms of Service',
  dated: 'Effective August 12, 2025',
  lead: 'Tidemark lets you predict the BTC/USDT price and talk about it. Predictions earn or cost points and nothing else. Please read these terms before you use the service; by using it you accept them.',
  sections: {
    service: {
      heading: 'The service',
      blocks: [
        'Tidemark (the “service”, “we”, “us”) is a website and a desktop application in which people predict where the price of bitcoin in USDT will be at a stated time: more than 5% above a reference price (up), within ±5% of it (steady), more than 5% below it (down), or unknown. They can explain their predictions, write on the boards, and react to what others have written.',
        'The service is free of charge. It is not gambling: there is no stake, no prize and nothing of monetary value to win or to lose.',
        'Nothing on the service is investment, financial, legal or tax advice, or an offer to buy or sell anything. Predictions, comments, rankings and charts are opinions and information. Trading crypto-assets can cost you everything you put in; the decision is yours alone.',
      ],
    },
    accounts: {
      heading: 'Accounts and age',
      blocks: [
        'You can look at much of the service without an account. To make calls, write or react you sign in with an account of the sign-in provider that we offer. You are responsible for that account and for what is done with it here.',
        'Persons under 13 may not use the service. In the Republic of Korea, persons under 14 may not register.',
        [
          'One person, one account. Accounts may not be sold, lent or shared.',
          'Accounts may not be run by automated means, unless we have agreed to it in writing.',
          'Your nickname must not impersonate others, mislead or offend. We may change one that does.',
        ],
      ],
    },
    votes: {
      heading: 'Rounds and calls',
      blocks: [
        'There are two rounds a week. One opens on Monday and one on Thursday at 00:00 UTC (09:00 in Korea). A round takes calls until the next one opens, and settles seven days after it opened. The reference price of a round is the price at which it opened.',
        [
          'You have one call in each round. The server’s clock decides which round a call belongs to.',
          'A call for up is right if the price that settles the round is more than 5% above the reference price, one for down if it is more than 5% below, and one for steady otherwise. “Unknown” takes part without choosing a direction.',
          'You may edit the note of a call for one hour after you make it. The direction can be changed only within that hour and only while the round is open; the call is then closed at its value of the moment, and the new direction gets a new offer of points.',
          'A person who has opened another person’s note of an open round, or read or written replies below a note of it, can no longer change the direction of their own call in that round. The service asks before.',
        ],
      ],
    },
    points: {
      heading: 'Points',
      blocks: [
        'When a call is accepted, the server works out what the chosen direction will add if it is right and take away if it is wrong, from the price, its recent swings and the time left. It is computed so that, by the model that the service uses, a call gains and loses nothing on average. This offer is shown to you and stored with the call, together with the version of the rule; a later version does not change it.',
        'If you change the direction, the first call is closed: its fair value at that moment, computed from the same model and rounded to whole points, is carried over and added to the points of the new direction when the round settles. Such a change needs a recent price.',
        'A round settles with the opening price of the one-hour candle at that time, taken from the exchange named with the result. If your direction is the outcome, the call is right (HIT) and its points for that are added; if it is another direction, it is wrong (MISS) and its points for that are taken away. A call of “unknown” neither gains nor loses. Points carried over from an earlier direction are added in each of these cases.',
        'If the exchange has no candle at that time, the first one that opens within the following 24 hours counts. If there is none, the round is void and nobody gains or loses. A void round adds no points that were carried over either. If no price younger than ten seconds is known when you make a call, it is accepted without an offer and earns no points; the service asks you first.',
        'Points may be negative. They are a score and nothing else: points can never be bought, sold, moved to somebody else, or exchanged for money, crypto-assets, goods or services. You have no property in them. We may correct results and points that a fault or an abuse has made wrong.',
      ],
    },
    prices: {
      heading: 'Prices',
      blocks: [
        'Prices come from public data of exchanges. They may be late, wrong or missing. The service marks prices that are delayed or stale. A server that runs for trying things out may show simulated or replayed prices; the home page, the chart and the status page mark these as such.',
        'For settlement, the price that the service has stored with its source and time is decisive, unless it is evidently wrong. Do not use the prices shown here to trade.',
      ],
    },
    writing: {
      heading: 'What you write',
      blocks: [
        'What you write stays yours. You allow us, free of charge, worldwide and without exclusivity, to store it, to show it on the service to those who may read it there, and to adapt its form to screens and languages, for as long as it is on the service. The permission ends when it is removed, except for copies that technology or the law requires for a limited time.',
        'You answer for what you write, and you confirm that you may publish it. You may edit a note, a post or a reply for one hour after writing it; after that it stays as it is, so that nobody rewrites history. You can remove a reply yourself at any time; to have anything else removed, write to us.',
      ],
    },
    conduct: {
      heading: 'What is not allowed',
      blocks: [
        [
          'Anything unlawful, and anything that infringes the rights of others, among them copyright, privacy and good name.',
          'Harassment, hatred, threats, and sexual content; personal data of others without their consent.',
          'Advertising, referral links, solicitation of funds, paid trading signals, fraud, and attempts to move a market.',
          'Solicitation into chat rooms, among them signal rooms, open chats and messenger groups.',
          'Malicious links or code; reading or writing the service in bulk; getting around limits, blocks or security.',
          'Several accounts, arranged calls or reactions, and anything else that falsifies results or the ranking.',
        ],
      ],
    },
    moderation: {
      heading: 'Moderation',
      blocks: [
        'We may hide content and nicknames, pause the writing of a member for 1 to 30 days, take back points gained by abuse, and close accounts that break these terms. We choose the mildest measure that helps. Hiding a note changes neither its call nor its points.',
        'Signed-in members can report content and nicknames. What three established members report is hidden until a moderator has looked at it. An established member has five settled calls with points, an account of 30 days, and no dismissed report among the last three that were decided. The same two members can hide three things in a day (UTC); notices and whatever belongs to an admin are hidden by a moderator only. All other decisions are made by a person. Nobody decides a report or an appeal about themselves, and an appeal goes to another moderator where there is one.',
        'The author sees the reason and the moderator’s message with the hidden text and on the profile page, and can appeal there once within 30 days of the decision. A moderator answers; an appeal that is granted reverses the decision. Members who can no longer sign in appeal by email. The public moderation log lists what was done and why, with codes instead of names.',
      ],
    },
    donations: {
      heading: 'Donations',
      blocks: [
        'Donations in BTC or ETH are voluntary gifts that help to run the service. They bring no points, rank, feature or other benefit, and give no claim to anything. Transfers on a blockchain cannot be undone, and donations are not refunded. Check the address and the network before you send; we cannot retrieve what was sent elsewhere.',
      ],
    },
    availability: {
      heading: 'Availability',
      blocks: [
        'We run the service with care, but do not promise that it is always there or free of faults. We may change, suspend or end parts of it, and announce important changes beforehand where that is possible. Advertisements and links to other sites are the responsibility of those who run them.',
      ],
    },
    liability: {
      heading: 'Liability',
      blocks: [
        'The service is provided as it is. As far as the law allows, we are not liable for losses from trading or other decisions made on the basis of the service, for wrong, late or missing prices and results, for what users write, or for interruptions and lost data.',
        'Nothing in these terms limits liability for intent or gross negligence, for harm to life and health, or any other liability that cannot be limited by law, or the rights that the law gives you as a consumer.',
      ],
    },
    ending: {
      heading: 'Ending the use',
      blocks: [
        'You may stop using the service at any time and delete your account under Profile, Account, by typing your nickname. Calls of the open round are then withdrawn, calls of closed rounds remain without your name, and what you wrote is erased. It cannot be undone. What else happens to your data is described in the privacy policy. The sections on content, liability and law continue to apply.',
      ],
    },
    changes: {
      heading: 'Changes to these terms',
      blocks: [
        'We may change these terms for good reason. We announce a change on the notice board at least 7 days before it takes effect, and at least 30 days before if it is to your disadvantage. If you do not agree, you may end the use before then; if you go on using the service after that day, the new terms apply.',
      ],
    },
    law: {
      heading: 'Governing law',
      blocks: [
        'These terms are governed by the law of the Republic of Korea. Disputes are brought before the courts that have jurisdiction under Korean civil procedure. If you are a consumer, the mandatory protection of the law of the country you live in remains.',
        'If a provision is void, the others remain. The Korean and the English text say the same; if they differ, the Korean one is decisive.',
      ],
    },
    contact: {
      heading: 'Contact',
      blocks: [`Questions, reports and notices about these terms: ${CONTACT}`],
    },
  },
}
