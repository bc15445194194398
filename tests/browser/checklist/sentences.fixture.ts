import { type Sentence, testsOf } from './sentence.ts'

const e2e = (name: string) => testsOf(`tests/browser/${name}.e2e.ts`)
const renderer = (path: string) => testsOf(`desktop/renderer/${path}.test.ts`)
const rules = (name: string) => testsOf(`shared/rules/${name}.test.ts`)

const boards = e2e('boards')
const boardsWriting = e2e('boards-writing')
const boardsTrouble = e2e('boards-trouble')
const boardsNotices = e2e('boards-notices')
const boardsDrafts = e2e('boards-drafts')
const chart = e2e('chart')
const donation = e2e('donation')
const editors = e2e('editors')
const header = e2e('header')
const home = e2e('home')
const homeLists = e2e('home-lists')
const legal = e2e('legal')
const live = e2e('live')
const nickname = e2e('nickname')
const profile = e2e('profile')
const settings = e2e('settings')
const shell = e2e('shell')
const signIn = e2e('sign-in')
const votesEdit = e2e('votes-edit')
const votesList = e2e('votes-list')
const votesRefused = e2e('votes-refused')
const votesRounds = e2e('votes-rounds')
const votesView = e2e('votes-view')
const votesWrite = e2e('votes-write')
const drawing = renderer('features/chart/model/drawing')
const series = renderer('features/chart/model/series')
const session = renderer('platform/session')

/** What the product promises to a person, in short words, and what proves it. */
export const SENTENCES: readonly Sentence[] = [
  {
    of: 'product',
    says: 'One vote per person and period, with a direction',
    by: votesWrite(
      'goes from the list through the editor and back, with its note and its offer',
      'that the page did not know of is refused by the server',
    ),
  },
  {
    of: 'product',
    says: 'A vote may carry a formatted note',
    by: votesWrite(
      'goes from the list through the editor and back, with its note and its offer',
      'in Korean on a telephone, without a note',
    ),
  },
  {
    of: 'product',
    says: 'Posts on three boards',
    by: boards('three tabs, of which the free board is the first'),
  },
  {
    of: 'product',
    says: 'Like and dislike on votes and posts',
    by: [
      ...votesView('are adopted from the server, taken back, and seen in the list'),
      ...boardsWriting('written, listed, read, liked, edited'),
    ],
  },
  {
    of: 'product',
    says: 'A price chart with the targets of the votes',
    by: chart('are 400 px high, and name the rounds in words'),
  },
  {
    of: 'product',
    says: 'Rankers, recent posts and best notes at home',
    by: homeLists(
      'rankers stand by points, with place, code and name',
      'recent posts name their board and author',
      'the best notes of the open rounds name direction, author and likes',
    ),
  },
  {
    of: 'product',
    says: 'A donation page with two addresses to copy',
    by: donation(
      'stand in fields that can only be read',
      'puts the address on the clipboard and says so for two seconds',
    ),
  },
  {
    of: 'product',
    says: 'The footer leads to both legal texts and has contact and year',
    by: [
      ...legal('the footer leads to both'),
      ...home('shows the closed and the live round, the time with its zone, and empty lists'),
      ...header('the footer has a contact line and the year'),
    ],
  },
  {
    of: 'product',
    says: 'Legal texts in both languages, following the interface',
    by: legal(
      'says what it must, and is titled and dated',
      'the text changes with the language of the page, in place',
    ),
  },
  {
    of: 'product',
    says: 'Terms dated August 12, 2025; not for children under 13',
    by: legal('says what it must, and is titled and dated'),
  },
  {
    of: 'product',
    says: 'Guests read home, the list of votes and the boards',
    by: [
      ...home('shows the closed and the live round, the time with its zone, and empty lists'),
      ...votesList('says that it is empty, and shows the live round'),
      ...boards('three tabs, of which the free board is the first'),
    ],
  },
  {
    of: 'product',
    says: 'Sign-in with a provider',
    by: [
      ...signIn('through the provider, kept over a reload, ended by Logout'),
      ...e2e('google')('its own button signs in, and comes back to where one was'),
    ],
  },
  {
    of: 'product',
    says: 'Counting, the reload of a page included',
    by: settings('tells what happened on which kind of page, and nothing else'),
  },

  {
    of: 'screens',
    says: 'Login remembers where one came from',
    by: [
      ...signIn('Login comes back to the page it was pressed on'),
      ...votesWrite('is asked to log in, and comes back to the editor'),
    ],
  },
  {
    of: 'screens',
    says: 'The profile leads guests home',
    by: profile('is not for guests: it leads home and leaves no entry behind'),
  },
  {
    of: 'screens',
    says: 'A vote stands above the list, and the chart shows it',
    by: [
      ...votesView('shows the call, its prices, its offer, the note and the time left'),
      ...drawing('is one solid line over its seven days'),
    ],
  },
  {
    of: 'screens',
    says: '/boards leads to the free board',
    by: boards('three tabs, of which the free board is the first'),
  },
  {
    of: 'screens',
    says: 'Any other path leads home',
    by: [...home('an unknown path leads home'), ...boards('%s leads home')],
  },
  {
    of: 'screens',
    says: 'Back leads to the parent path',
    by: [...renderer('app/paths')('back from %s leads to %s'), ...profile('leads back home')],
  },
  {
    of: 'screens',
    says: 'Going back can be held up by a guard',
    by: boardsDrafts('is not left without a question, and nothing is asked when it is saved'),
  },
  {
    of: 'screens',
    says: 'Header: the logo leads home, and there are Vote, Boards, Donation',
    by: header('of a guest: home, three places, the language and Login (%s)'),
  },
  {
    of: 'screens',
    says: 'Header of a user: nickname to the profile, language, Logout',
    by: header('of a user: the nickname leads to the profile, and there are language and Logout'),
  },
  {
    of: 'screens',
    says: 'The header says Loading while the session is loading',
    by: header('says Loading while the session is not known'),
  },
  {
    of: 'screens',
    says: 'Another layout at 600 px and below',
    by: shell('in %s fits %d px, with a long nickname too'),
  },
  {
    of: 'screens',
    says: 'The language is kept, else follows the browser',
    by: settings(
      'follows the browser, can be chosen, and is remembered',
      'is English where the browser speaks neither',
    ),
  },
  {
    of: 'screens',
    says: 'Home: title, time and price, fresh each second',
    by: home('the price and the time move by themselves'),
  },
  {
    of: 'screens',
    says: 'Home: two cards, closed and live, with target, counts, status, details',
    by: home(
      'shows the closed and the live round, the time with its zone, and empty lists',
      'say everything about it, and mark the band of the price',
    ),
  },
  {
    of: 'screens',
    says: 'Home says Loading until the summary is there',
    by: home('says Loading until the summary has come'),
  },
  {
    of: 'screens',
    says: 'Ad slots',
    by: e2e('ads')('stands in its slot, named as what it is (%s)'),
  },
  {
    of: 'screens',
    says: 'Prices of a card have no decimals',
    by: home('shows the closed and the live round, the time with its zone, and empty lists'),
  },
  {
    of: 'screens',
    says: 'Details: time, price, target, countdown, reference, three bands, unknown, status',
    by: home('say everything about it, and mark the band of the price', 'are said in Korean too'),
  },
  {
    of: 'screens',
    says: 'Details: the band of the price is marked',
    by: home('say everything about it, and mark the band of the price'),
  },
  {
    of: 'screens',
    says: 'Details close by Close and a click outside',
    by: home(
      'close by Close and by a click outside, not by one inside',
      'open and close by keyboard, and the focus comes back',
    ),
  },
  {
    of: 'screens',
    says: 'Profile: a table, and the nickname edited in place',
    by: [
      ...profile('shows what is known of the person'),
      ...nickname('is changed by the keyboard alone, everywhere at once'),
    ],
  },
  {
    of: 'screens',
    says: 'Login: the button of the provider and Back to Home',
    by: signIn('cancelled at the provider, the login screen says so'),
  },
  {
    of: 'screens',
    says: 'Votes: heading, vote button, loading',
    by: votesList(
      'says that it is empty, and shows the live round',
      'the page one leaves stays until the next is there',
      'tells who has voted that once is all, and only one toast',
    ),
  },
  {
    of: 'screens',
    says: 'Chart: three periods',
    by: chart('show 3000, 800 and 100 hours, and the choice is remembered'),
  },
  {
    of: 'screens',
    says: 'Chart: axes tell zone and offset',
    by: chart(
      'are titled with zone and offset in English',
      'and in Korean; where clocks changed on the way both offsets stand',
    ),
  },
  {
    of: 'screens',
    says: 'Chart: says that it loads while it is empty',
    by: chart('the chart says that it loads'),
  },
  {
    of: 'screens',
    says: 'A row of votes: id, direction, result, title, code, name, time, views, likes',
    by: votesList(
      'tells who called what, with a note or without, and which is mine',
      'in Korean on a telephone, without sideways scrolling',
    ),
  },
  {
    of: 'screens',
    says: 'An own vote without a note shows its direction; own rows are marked',
    by: votesList('tells who called what, with a note or without, and which is mine'),
  },
  {
    of: 'screens',
    says: 'Edit on own rows of the last hour',
    by: votesList(
      'tells who called what, with a note or without, and which is mine',
      'goes by itself when the hour is over, by the server’s clock',
    ),
  },
  {
    of: 'screens',
    says: 'A row opens its vote',
    by: votesList('a row opens its vote, by click and by keyboard'),
  },
  {
    of: 'screens',
    says: 'Page buttons when there is more than one page',
    by: votesList(
      'pages appear once there is more than one, and keep their address',
      'says that it is empty, and shows the live round',
    ),
  },
  {
    of: 'screens',
    says: 'An empty list says so',
    by: [
      ...votesList('says that it is empty, and shows the live round'),
      ...boardsWriting('written, listed, read, liked, edited'),
    ],
  },
  {
    of: 'screens',
    says: 'Vote editor: four directions',
    by: votesWrite('goes from the list through the editor and back, with its note and its offer'),
  },
  {
    of: 'screens',
    says: 'Vote editor: 250 px high, in 80 % of the width',
    by: editors('of a vote is 250 px high and 80 % wide'),
  },
  {
    of: 'screens',
    says: 'Vote editor: submit, another word for an edit; Cancel clears the draft and goes back',
    by: [
      ...votesEdit('begins with what is there, prices another direction anew, and is saved'),
      ...editors('the draft of a vote is offered again, and goes with Cancel'),
    ],
  },
  {
    of: 'screens',
    says: 'The line of the direction chosen is solid, the others dashed',
    by: drawing('the chosen direction is solid in the live round only'),
  },
  {
    of: 'screens',
    says: 'A vote: direction, result, title, code, name, time, views, range, target, note, reactions, Close',
    by: votesView(
      'shows the call, its prices, its offer, the note and the time left',
      'shows a range for steady, and for unknown that nobody is sure',
      'are adopted from the server, taken back, and seen in the list',
    ),
  },
  {
    of: 'screens',
    says: 'A vote tells how it came out',
    by: votesView('shows the outcome, the points, and the evidence of both prices'),
  },
  {
    of: 'screens',
    says: 'Boards: tabs and Write, which notices keep to admins',
    by: boards(
      'three tabs, of which the free board is the first',
      'important notices are marked and stand first; nobody but an admin is offered to write',
    ),
  },
  {
    of: 'screens',
    says: 'Board editors show the name of the board instead of tabs, and no Write',
    by: boardsWriting('written, listed, read, liked, edited', 'in Korean on a narrow screen'),
  },
  {
    of: 'screens',
    says: 'A row of posts: id, title, Important, My post, code, name, time, views, likes',
    by: [
      ...boards(
        'a row says who wrote what and when, and how often it was read and liked',
        'important notices are marked and stand first; nobody but an admin is offered to write',
      ),
      ...boardsWriting('written, listed, read, liked, edited'),
    ],
  },
  {
    of: 'screens',
    says: 'Edit on own posts of the last hour',
    by: boardsTrouble('is offered for one hour; then the button goes by itself'),
  },
  {
    of: 'screens',
    says: 'A row opens its post, which is marked in the list',
    by: boards('%s can be read'),
  },
  {
    of: 'screens',
    says: 'Boards: pages',
    by: boardsTrouble('stand on pages of ten, and reading one keeps the page'),
  },
  {
    of: 'screens',
    says: 'A post: title, code, name, time of writing or edit, views, text, reactions, Close',
    by: [
      ...boards('%s can be read', 'a post fits'),
      ...boardsWriting('written, listed, read, liked, edited'),
    ],
  },
  {
    of: 'screens',
    says: 'Board editor: 200 px high, every tool, Cancel and Save',
    by: editors('of a post is 200 px high and has every tool (%s)'),
  },
  {
    of: 'screens',
    says: 'Donation: copying says so for 2 s, or that it failed',
    by: donation(
      'puts the address on the clipboard and says so for two seconds',
      'that fails is said, and the address is left selected, in %s',
    ),
  },
  {
    of: 'screens',
    says: 'Donation: the hidden sequence opens an explorer in a new tab',
    by: donation(
      'shows where the %s goes, in a tab of its own',
      'is over after five seconds, and after any wrong click',
    ),
  },
  {
    of: 'screens',
    says: 'Legal texts name a contact address',
    by: legal('says what it must, and is titled and dated'),
  },

  {
    of: 'fields',
    says: 'A user: nickname, code, e-mail, points, last vote, joined, last login, logins, method, admin level above 0',
    by: profile(
      'shows what is known of the person',
      'shows points with their sign, the rank, the last vote and the admin level',
    ),
  },
  {
    of: 'fields',
    says: 'The summary: target, reference and counts of both rounds',
    by: home(
      'say everything about it, and mark the band of the price',
      'a vote of somebody else moves the counts without a reload',
    ),
  },
  {
    of: 'fields',
    says: 'A ranker: code, nickname, points',
    by: homeLists('rankers stand by points, with place, code and name'),
  },
  {
    of: 'fields',
    says: 'A recent post: board, title, code, nickname',
    by: homeLists('recent posts name their board and author'),
  },
  {
    of: 'fields',
    says: 'A best note: title, direction, code, nickname, likes',
    by: homeLists('the best notes of the open rounds name direction, author and likes'),
  },
  {
    of: 'fields',
    says: 'Results: hit, miss, wait, anything else unknown',
    by: [
      ...votesView('shows the outcome, the points, and the evidence of both prices'),
      ...rules('band')('results'),
    ],
  },
  {
    of: 'fields',
    says: 'A draft belongs to a user, or to a guest',
    by: [
      ...editors('the draft of somebody else is thrown away'),
      ...boardsDrafts('and its text stay when the session has ended, and wait for its owner'),
    ],
  },

  {
    of: 'states',
    says: 'Kept tokens are used at the start, expired ones renewed, else one is logged out',
    by: [
      ...signIn('an expired access token is renewed at the start, without a word'),
      ...session(
        'an unexpired access token is used as it is',
        'a refused renewal logs out and says so',
      ),
    ],
  },
  {
    of: 'states',
    says: 'While the login is not known it is said to be checked',
    by: [
      ...profile('says that the login is being checked until it is known'),
      ...votesWrite('is not known to be one while the session is being checked'),
      ...boardsWriting('says that it is checking who is there, and shows no guest meanwhile'),
    ],
  },
  {
    of: 'states',
    says: 'Logout clears the tokens and leads home',
    by: [
      ...signIn('through the provider, kept over a reload, ended by Logout'),
      ...profile('ends with Logout'),
    ],
  },
  {
    of: 'states',
    says: 'A 401 renews once and sends again',
    by: session(
      'renews once and is sent again',
      'is not sent a third time',
      'logs out when the renewal is refused',
    ),
  },
  {
    of: 'states',
    says: 'Who may vote: -1, 0, or when one voted in this week',
    by: renderer('features/votes/model/eligibility')(
      'is -1 when there is no user',
      'is 0 for somebody who has never voted',
    ),
  },
  {
    of: 'states',
    says: 'The week starts on Monday or Thursday 00:00 UTC',
    by: rules('schedule')(
      'every half hour of two years agrees with the calendar',
      '00:00 UTC is 09:00 in Korea at every start',
    ),
  },
  {
    of: 'states',
    says: 'Who has voted is told so, once, for 5 s, and led to the list',
    by: votesWrite('is met with a toast and the list, whatever the address'),
  },
  {
    of: 'states',
    says: 'A guest who wants to vote is asked to log in: yes to the login, no to the list',
    by: votesWrite(
      'is asked to log in, and comes back to the editor',
      'who does not want to goes back to the list',
    ),
  },
  {
    of: 'states',
    says: 'After a vote: its draft is gone, and one is back where one came from',
    by: votesWrite(
      'goes back to where it was begun',
      'goes from the list through the editor and back, with its note and its offer',
    ),
  },
  {
    of: 'states',
    says: 'After an edit one is at the list',
    by: votesEdit('begins with what is there, prices another direction anew, and is saved'),
  },
  {
    of: 'states',
    says: 'A round is live or closed, with the time left',
    by: [
      ...home('shows the closed and the live round, the time with its zone, and empty lists'),
      ...rules('schedule')('a round is upcoming, live and closed at its edges'),
    ],
  },
  {
    of: 'states',
    says: 'The band: up above 1.05, down below 0.95, else steady',
    by: rules('band')('both edges are steady, one digit beyond is not'),
  },
  {
    of: 'states',
    says: 'A draft is kept on every change and offered again',
    by: [
      ...boardsDrafts('outlives a save that failed and the page, until the post is saved'),
      ...editors('the draft of a vote is offered again, and goes with Cancel'),
    ],
  },
  {
    of: 'states',
    says: 'An empty draft and that of another user are discarded',
    by: editors('the draft of somebody else is thrown away', 'an empty draft is thrown away'),
  },
  {
    of: 'states',
    says: 'Cancel clears the draft',
    by: [
      ...boardsDrafts('goes with Cancel'),
      ...editors('the draft of a vote is offered again, and goes with Cancel'),
    ],
  },
  {
    of: 'states',
    says: 'Saving a new post clears its draft and leads to the list',
    by: boardsDrafts('outlives a save that failed and the page, until the post is saved'),
  },
  {
    of: 'states',
    says: 'Editing begins with what is there',
    by: [
      ...votesEdit('begins with what is there, prices another direction anew, and is saved'),
      ...boardsWriting('written, listed, read, liked, edited'),
    ],
  },
  {
    of: 'states',
    says: 'The nickname: Enter saves, Escape cancels, which is said',
    by: nickname(
      'is changed by the keyboard alone, everywhere at once',
      'stays when Escape or Cancel is pressed, which is said',
    ),
  },
  {
    of: 'states',
    says: 'Reactions adopt what the server says',
    by: [
      ...votesView('are adopted from the server, taken back, and seen in the list'),
      ...boardsWriting('written, listed, read, liked, edited'),
    ],
  },
  {
    of: 'states',
    says: 'Reactions rest while one is under way',
    by: editors('a reaction cannot be pressed while one is under way'),
  },
  {
    of: 'states',
    says: 'Chart: 100, 800 or 3000 points, 3000 first',
    by: chart('show 3000, 800 and 100 hours, and the choice is remembered'),
  },
  {
    of: 'states',
    says: 'Chart: asks again until the newest candle is the current hour',
    by: [
      ...chart('the chart says that they could not be loaded, and tries again by itself'),
      ...series('is current when its newest candle is the current hour'),
    ],
  },

  {
    of: 'rules',
    says: 'A vote needs a direction',
    by: votesWrite('needs a direction: the alert says so and the focus goes there'),
  },
  {
    of: 'rules',
    says: 'A note of blanks is sent as none',
    by: votesWrite('whose note holds only blanks is sent without one'),
  },
  {
    of: 'rules',
    says: 'A post needs content',
    by: boardsWriting(
      'takes no empty text, and Cancel leads to the list',
      'in Korean on a narrow screen',
    ),
  },
  {
    of: 'rules',
    says: 'The nickname: trimmed, not the same, not empty, at most 20',
    by: [
      ...nickname(
        'is judged when Enter is pressed, in %s',
        'is changed by the button Save, which says when it is working',
      ),
      ...rules('nickname')('white space is trimmed and collapsed'),
    ],
  },
  {
    of: 'rules',
    says: 'A guest who wants to post is asked to log in: yes and back here, no to the boards',
    by: boardsWriting(
      'asks a guest to log in, and leads to the boards on no',
      'waits for a guest who logs in',
    ),
  },
  {
    of: 'rules',
    says: 'Notices are for admins',
    by: boardsNotices(
      'may not write notices: said in %s, and led to the list',
      'writes an important notice, and makes it an ordinary one',
    ),
  },
  {
    of: 'rules',
    says: 'A guest cannot react, and is told why',
    by: boards('a reaction needs a login, and nothing is sent'),
  },
  {
    of: 'rules',
    says: 'Targets and lines are drawn only when all is known and within the chart',
    by: drawing(
      'are drawn only with a reference price and within the chart',
      'is not drawn without a reference price or when it starts before the chart',
    ),
  },
  {
    of: 'rules',
    says: 'The range of a vote is ±5 % of the reference; without one that is said',
    by: [
      ...votesView(
        'shows a range for steady, and for unknown that nobody is sure',
        'without a reference price says so',
      ),
      ...renderer('features/votes/model/price-range')(
        'up is above +5 %, down below −5 %, steady between them, exactly',
      ),
    ],
  },
  {
    of: 'rules',
    says: 'Link, picture and video: nothing to insert until what is needed is there',
    by: editors('the dialogs insert nothing until what is needed is there'),
  },
  {
    of: 'rules',
    says: 'Link addresses are made whole',
    by: rules('link-url')(
      'the result is a fixed point, and a browser sees only allowed schemes in it',
    ),
  },
  {
    of: 'rules',
    says: 'Video addresses of known hosts and files; nothing else',
    by: rules('video-url')('files over https', 'anything else is not a video'),
  },

  { of: 'roles', says: 'A guest reads notices and suggestions', by: boards('%s can be read') },
  {
    of: 'roles',
    says: 'Other posts need a login',
    by: boards(
      'asks a guest to log in, and leads to the list on no',
      'brings a guest who logs in back to the post',
    ),
  },
  {
    of: 'roles',
    says: 'Reading a vote needs a login and an own vote',
    by: votesView(
      'asks a guest to log in, and comes back to it',
      'wants an own vote first, says why, and leads there and back',
    ),
  },
  {
    of: 'roles',
    says: 'An edit is for the author, for one hour',
    by: [
      ...votesEdit(
        'somebody else is told, whether they have voted or not',
        'when the hour ends the page says so, and later it does not open',
      ),
      ...boardsTrouble(
        'is for the author: another is told so, and reads the post instead',
        'after the hour is refused at once',
      ),
    ],
  },
  {
    of: 'roles',
    says: 'An admin writes and edits notices',
    by: boardsNotices(
      'writes an important notice, and makes it an ordinary one',
      'sets the priority while editing, and leaves the text as it is',
    ),
  },

  {
    of: 'messages',
    says: 'Failed to load vote post list.',
    by: votesList(
      'alerts, says so in its place, and comes with another try',
      'says it in Korean too',
    ),
  },
  {
    of: 'messages',
    says: 'Failed to process reaction.',
    by: [
      ...votesView('that fail say so and change nothing'),
      ...boardsTrouble('a reaction that fails is said to, and nothing changes'),
    ],
  },
  {
    of: 'messages',
    says: 'Edit failed, by the server’s words or ours',
    by: votesEdit(
      'with success false says what the server says, else that it failed',
      'refused with %i %s says why, and stays',
    ),
  },
  {
    of: 'messages',
    says: 'A vote that is not saved, by the server’s words or ours',
    by: votesRefused(
      'with success false says what the server says, else that it failed',
      'because nothing answers says that too',
      'for %s says why, and keeps everything',
    ),
  },
  {
    of: 'messages',
    says: 'You have already voted.',
    by: votesWrite('is met with a toast and the list, whatever the address'),
  },
  {
    of: 'messages',
    says: 'Failed to load post; led to the list',
    by: [
      ...boards('a post that is not there is said to be, and the list takes its place'),
      ...boardsTrouble(
        'a post leads back to its board, in Korean too',
        'a post to edit leads back to its board',
      ),
    ],
  },
  {
    of: 'messages',
    says: 'Failed to load post list.',
    by: boardsTrouble('a list is said to be so, and can be asked for again'),
  },
  {
    of: 'messages',
    says: 'Save failed',
    by: boardsWriting('a save that fails keeps the text, says so, and can be tried again'),
  },
  {
    of: 'messages',
    says: 'Failed to update, error updating nickname',
    by: nickname('that is refused stays in the field, and the reason is said'),
  },
  {
    of: 'messages',
    says: 'Copy failed',
    by: donation('that fails is said, and the address is left selected, in %s'),
  },
  {
    of: 'messages',
    says: 'Unexpected Application Error!',
    by: shell('and not had then either is an error (%s)'),
  },
  {
    of: 'messages',
    says: 'Vote saved. Edit completed. Post saved! Nickname updated. Address copied.',
    by: [
      ...votesWrite('goes from the list through the editor and back, with its note and its offer'),
      ...boardsWriting('written, listed, read, liked, edited'),
      ...nickname('is changed by the keyboard alone, everywhere at once'),
      ...donation('puts the address on the clipboard and says so for two seconds'),
    ],
  },
  {
    of: 'messages',
    says: 'Session has expired, with why, once',
    by: signIn(
      'is said at the start, and the person is logged out (%s, %p)',
      'is said once when many calls are refused at the same time',
    ),
  },
  {
    of: 'messages',
    says: 'Login failed, and no answer, each in its words',
    by: signIn(
      'is told when the server refuses it (%s)',
      'is told when the server does not answer (%s)',
    ),
  },
  {
    of: 'messages',
    says: 'Login is required. Would you like to login?',
    by: votesWrite(
      'is asked to log in, and comes back to the editor',
      'who does not want to goes back to the list',
    ),
  },
  {
    of: 'messages',
    says: 'What fails at home is offered again',
    by: live(
      'a list that cannot be read says why and is offered again',
      'a refusal is said in the words of the language',
    ),
  },

  {
    of: 'limits',
    says: 'One hour to edit',
    by: rules('edit-window')('one hour, its last millisecond included, its end not'),
  },
  {
    of: 'limits',
    says: 'Up blue, steady green, down red, told by shape and word too',
    by: renderer('app/styles/tokens')(
      'are three different colours',
      'text can be read on the tints',
    ),
  },
  {
    of: 'limits',
    says: 'The reference time is 09:00 (UTC+9)',
    by: home('say everything about it, and mark the band of the price'),
  },
  {
    of: 'limits',
    says: 'Candles: 3000 at most, newest first, each hour once; only what was missed is fetched',
    by: [
      ...series(
        'is at most the maximum and at least one',
        'is newest first after a merge, each hour once, and capped',
      ),
      ...chart('stay from screen to screen: only what was missed is asked for'),
    ],
  },
  {
    of: 'limits',
    says: 'The chart is 400 px high',
    by: chart('are 400 px high, and name the rounds in words'),
  },
  {
    of: 'limits',
    says: 'Ten on a page',
    by: votesList('pages appear once there is more than one, and keep their address'),
  },
  {
    of: 'limits',
    says: 'Important below priority 99',
    by: renderer('features/boards/model/priority')(
      'important is what stands below the ordinary priority of the contract',
    ),
  },
  {
    of: 'limits',
    says: 'The copy toast lasts 2 s, that of a second vote 5 s',
    by: [
      ...donation('puts the address on the clipboard and says so for two seconds'),
      ...votesWrite('is met with a toast and the list, whatever the address'),
    ],
  },
  {
    of: 'limits',
    says: 'Prices tell how fresh they are',
    by: live(
      'an old price is called that, with its age (%s, %d ms)',
      'gone is said, and what was missed comes with it (%s)',
    ),
  },
  {
    of: 'limits',
    says: 'A vote tells what it is worth, and that it is unpriced',
    by: votesRounds(
      'follows the price while one is choosing',
      'is unpriced while no fresh price is known, and that is explained',
    ),
  },
  {
    of: 'limits',
    says: 'A vote never goes to another round without a word',
    by: votesRounds(
      'is asked about anew, with the draft in place; no keeps everything',
      'is said, the text stays, and nothing is moved without a word',
    ),
  },
]
