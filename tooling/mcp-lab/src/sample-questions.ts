import type { Question } from './question.ts';

const page = (title: string, more: object = {}) => ['get-page', { title, ...more }] as const;
const source = (title: string) => ['get-page', { title, content: 'source' }] as const;

/** Questions about the sample wiki. */
export const SAMPLE_QUESTIONS: readonly Question[] = [
  {
    question: 'What is this wiki about?',
    calls: [page('Main Page', { part: 'lead' })],
    facts: ['about the server that gives it to you'],
    other: [source('Main Page')],
  },
  {
    question: 'What is the entry point of a request?',
    calls: [['search', { query: 'entry point request' }], page('Help:First requests', { part: 'lead' })],
    facts: ['/w/api.php'],
    other: [['search-page', { query: 'entry point request' }], source('Help:First requests')],
  },
  {
    question: 'Which sections has the help page about continuation?',
    calls: [['get-outline', { title: 'Help:Continuation' }]],
    facts: ['The rule', 'Several modules at once'],
    other: [source('Help:Continuation')],
  },
  {
    question: 'How does a program read a list that is longer than one answer?',
    calls: [page('Help:Continuation', { sections: ['The rule'] })],
    facts: ['Send the same request again'],
    other: [source('Help:Continuation')],
  },
  {
    question: 'What does "Going on" lead to?',
    calls: [page('Going on', { part: 'lead' })],
    facts: ['Help:Continuation'],
    other: [source('Going on')],
  },
  {
    question: 'Under which other titles is the help about continuation found?',
    calls: [['get-backlinks', { title: 'Help:Continuation', kind: 'redirects' }]],
    facts: ['Continuation', 'Going on'],
    other: [['get-links-here', { title: 'Help:Continuation', type: 'wikilinks' }]],
  },
  {
    question: 'Which letter do parameters of a generator get?',
    calls: [page('Help:Generators', { sections: ['The letter g'] })],
    facts: ['gaplimit'],
    other: [source('Help:Generators')],
  },
  {
    question: 'Who wrote the main page, and in which order?',
    calls: [['get-history', { title: 'Main Page' }]],
    facts: ['Wren', 'Admin', 'Begin with the idea'],
    other: [['get-page-history', { title: 'Main Page' }]],
  },
  {
    question: 'What did Admin change on the main page?',
    calls: [['compare-revisions', { from: 8 }]],
    facts: ['All modules'],
    other: [['compare-pages', { fromRevision: 7, toRevision: 8 }]],
  },
  {
    question: 'What did the first version of the page about generators say?',
    calls: [['get-revision', { revision: 19 }]],
    facts: ['generator is a module'],
    other: [['get-revision', { revisionId: 19, content: 'source' }]],
  },
  {
    question: 'How does a page set treat titles with underscores?',
    calls: [page('Help:Titles and page sets', { sections: ['What happens to titles'] })],
    facts: ['underscores become spaces'],
    other: [source('Help:Titles and page sets')],
  },
  {
    question: 'Which pages are generators?',
    calls: [['get-category-members', { category: 'Generators', limit: 10 }]],
    facts: ['Allcategories', 'Allpages'],
    other: [['get-category-members', { category: 'Generators', limit: 10 }]],
  },
  {
    question: 'Into which groups are the query modules divided?',
    calls: [['get-category-tree', { category: 'Query modules' }]],
    facts: ['Category:Modules of list', 'Category:Modules of prop', 'Category:Modules of meta'],
    other: [['get-category-members', { category: 'Query modules' }]],
  },
  {
    question: 'How many list modules does the manual describe?',
    calls: [['get-category-tree', { category: 'Modules of list', depth: 1 }]],
    facts: ['"pages":'],
  },
  {
    question: 'Which page describes the module of user contributions?',
    calls: [['find-titles', { text: 'Usercon' }], page('Usercontribs', { part: 'lead' })],
    facts: ['List the edits of users'],
    other: [['search-page-by-prefix', { prefix: 'Usercon' }], source('Usercontribs')],
  },
  {
    question: 'Which page has a title like "Catgeorymembers"?',
    calls: [['find-titles', { text: 'Catgeorymembers' }]],
    facts: ['Categorymembers'],
    other: [['search-page', { query: 'Catgeorymembers' }]],
  },
  {
    question: 'Which pages show the drawing of a request?',
    calls: [['get-backlinks', { title: 'File:Request.svg', kind: 'files' }]],
    facts: ['Main Page'],
    other: [['get-links-here', { title: 'File:Request.svg', type: 'fileusage' }]],
  },
  {
    question: 'How large is the drawing of a request, and who uploaded it?',
    calls: [['get-file', { title: 'Request.svg', limit: 2 }]],
    facts: ['image/svg+xml', 'Otter', 'Wren', '640'],
    other: [['get-file', { title: 'Request.svg' }]],
  },
  {
    question: 'Which templates does the page Allpages use?',
    calls: [['get-links', { title: 'Allpages', kind: 'templates' }]],
    facts: ['Template:Module', 'Template:Request'],
    other: [source('Allpages')],
  },
  {
    question: 'To which other wikis does the page about this wiki link?',
    calls: [['get-links', { title: 'Project:About', kind: 'interwiki' }]],
    facts: ['wikipedia'],
    other: [source('Project:About')],
  },
  {
    question: 'Who vandalized the page about this wiki, and who repaired it?',
    calls: [['get-history', { title: 'Project:About', limit: 3 }]],
    facts: ['203.0.113.9', 'oops', 'Undo'],
    other: [['get-page-history', { title: 'Project:About' }]],
  },
  {
    question: 'Is the account "Cheap Ink Ltd" blocked?',
    calls: [['query', { parameters: { list: 'blocks', bkusers: ['Cheap Ink Ltd'] } }]],
    facts: ['Cheap Ink Ltd'],
  },
  {
    question: 'Who answered the question on the talk page about continuation?',
    calls: [page('Help talk:Continuation')],
    facts: ['limit=max', 'Wren'],
    other: [source('Help talk:Continuation')],
  },
  {
    question: 'What did Otter write lately?',
    calls: [['get-user-contributions', { user: 'Otter', limit: 5 }]],
    facts: ['Help talk:Continuation', 'How many at once?'],
  },
  {
    question: 'What has changed lately in the wiki?',
    calls: [['get-recent-changes', { limit: 10, types: ['edit', 'new'] }]],
    facts: ['edit'],
    other: [['get-recent-changes', {}]],
  },
  {
    question: 'In which namespace are help pages?',
    calls: [['get-site-info', {}]],
    facts: ['12', 'Help'],
    other: [['get-site-info', {}]],
  },
  {
    question: 'Which pages are about running a server, and how do they begin?',
    calls: [['get-pages', { titles: ['Help:Running a server', 'Help:Writing a module'] }]],
    facts: ['The server answers for one wiki'],
    other: [['get-pages', { titles: ['Help:Running a server', 'Help:Writing a module'], content: 'source' }]],
  },
  {
    question: 'Which page has the id 7?',
    calls: [['query', { parameters: { pageids: [7] } }]],
    facts: ['Main Page'],
  },
  {
    question: 'Which modules read deleted texts?',
    calls: [['list-modules', { text: 'deleted' }]],
    facts: ['deletedrevisions', 'alldeletedrevisions'],
  },
  {
    question: 'Which pages were deleted, and why?',
    calls: [
      ['describe-module', { name: 'logevents' }],
      ['query', { parameters: { list: 'logevents', letype: 'delete', leprop: ['title', 'comment', 'user'], lelimit: 5 } }],
    ],
    facts: ['"logevents"', '"comment"'],
  },
];
