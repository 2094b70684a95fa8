import type { Question } from './question.ts';

const page = (title: string, more: object = {}) => ['get-page', { title, ...more }] as const;
const source = (title: string) => ['get-page', { title, content: 'source' }] as const;

/** Questions about the imported wiki in lights-wiki.ts. */
export const LIGHTS_QUESTIONS: readonly Question[] = [
  {
    question: 'Who built Bell Rock?',
    calls: [page('Bell Rock', { part: 'lead' })],
    facts: ['Robert Stevenson'],
    other: [source('Bell Rock')],
  },
  { question: 'How high is Bell Rock?', calls: [page('Bell Rock', { part: 'lead' })], facts: ['35 m'], other: [source('Bell Rock')] },
  {
    question: 'When was Bell Rock first lit?',
    calls: [['search', { query: 'Bell Rock first lit' }], page('Bell Rock', { part: 'lead' })],
    facts: ['1 February 1811'],
    other: [['search-page', { query: 'Bell Rock first lit' }], source('Bell Rock')],
  },
  {
    question: 'Which lamp did Bell Rock have from 1843, and how far did it shine?',
    calls: [page('Bell Rock', { sections: ['Light'] })],
    facts: ['| 1843–1988', 'Fresnel lens', '50'],
    other: [source('Bell Rock')],
  },
  {
    question: 'What did the tower of Bell Rock cost?',
    calls: [page('Bell Rock', { sections: ['Cost'] })],
    facts: ['£61,331'],
    other: [source('Bell Rock')],
  },
  {
    question: 'On which ship did the builders live?',
    calls: [['search', { query: 'men lived on the ship' }], page('Bell Rock', { sections: ['Construction'] })],
    facts: ['Pharos'],
    other: [['search-page', { query: 'men lived on the ship' }], source('Bell Rock')],
  },
  {
    question: 'Which source does the article on Bell Rock cite?',
    calls: [page('Bell Rock')],
    facts: ['Skerryvore', '1848'],
    other: [source('Bell Rock')],
  },
  {
    question: 'Which sections does the article on Bell Rock have?',
    calls: [['get-outline', { title: 'Bell Rock' }]],
    facts: ['Construction', 'Cost', 'Light', 'References'],
    other: [source('Bell Rock')],
  },
  {
    question: 'When was the light of Bell Rock discussed, and what came out?',
    calls: [page('Talk:Bell Rock')],
    facts: ['first lit in February 1811'],
    other: [source('Talk:Bell Rock')],
  },
  {
    question: 'Who invented the lens?',
    calls: [['search', { query: 'invented lens' }]],
    facts: ['Fresnel'],
    other: [['search-page', { query: 'invented lens' }]],
  },
  {
    question: 'Who added the inventor of the lens to the article, and when?',
    calls: [['get-history', { title: 'Lighthouse' }]],
    facts: ['Otter', '2024-02-03', 'who invented the lens'],
    other: [['get-page-history', { title: 'Lighthouse' }]],
  },
  {
    question: 'What exactly changed in that edit?',
    calls: [['compare-revisions', { from: 12 }]],
    facts: ['Augustin Fresnel'],
    other: [['compare-pages', { fromRevision: 11, toRevision: 12 }]],
  },
  {
    question: 'How did the article on lighthouses begin?',
    calls: [['get-revision', { revision: 10 }]],
    facts: ['A tower.', '192.0.2.7'],
    other: [['get-revision', { revisionId: 10, content: 'source' }]],
  },
  {
    question: 'What has the article gained since its first version?',
    calls: [['compare-revisions', { from: 10, to: 12 }]],
    facts: ['with a lamp'],
    other: [['compare-pages', { fromRevision: 10, toRevision: 12 }]],
  },
  {
    question: 'Which lighthouses are in Scotland?',
    calls: [['get-category-members', { category: 'Lighthouses in Scotland' }]],
    facts: ['Bell Rock', 'Skerryvore'],
    other: [['get-category-members', { category: 'Lighthouses in Scotland' }]],
  },
  {
    question: 'Which kinds of buildings does the wiki have?',
    calls: [['get-category-tree', { category: 'Buildings', depth: 3 }]],
    facts: ['Category:Lighthouses', 'Category:Lighthouses in Scotland'],
    other: [
      ['get-category-members', { category: 'Buildings', types: ['subcat'] }],
      ['get-category-members', { category: 'Lighthouses', types: ['subcat'] }],
    ],
  },
  {
    question: 'Who are the engineers, and when did they live?',
    calls: [
      ['get-category-members', { category: 'Engineers' }],
      ['get-pages', { titles: ['Augustin Fresnel', 'John Smeaton', 'Robert Stevenson'] }],
    ],
    facts: ['1788–1827', '1724–1792', '1772–1850'],
    other: [
      ['get-category-members', { category: 'Engineers' }],
      ['get-pages', { titles: ['Augustin Fresnel', 'John Smeaton', 'Robert Stevenson'], content: 'source' }],
    ],
  },
  {
    question: 'Which lighthouse in Scotland is the tallest?',
    calls: [['search', { query: 'tallest lighthouse Scotland' }]],
    facts: ['Skerryvore', '48 m'],
    other: [['search-page', { query: 'tallest lighthouse Scotland' }]],
  },
  {
    question: 'Which articles mention Scotland?',
    calls: [['get-backlinks', { title: 'Scotland' }]],
    facts: ['Bell Rock', 'Skerryvore'],
    other: [['get-links-here', { title: 'Scotland', type: 'wikilinks' }]],
  },
  {
    question: 'Is there an article on Scotland?',
    calls: [['get-backlinks', { title: 'Scotland', limit: 1 }]],
    facts: ['"exists":false'],
    other: [source('Scotland')],
  },
  {
    question: 'To which articles does the one on lighthouses link?',
    calls: [['get-links', { title: 'Lighthouse' }]],
    facts: ['Augustin Fresnel', 'Tower'],
    other: [source('Lighthouse')],
  },
  {
    question: 'What is Bell Rock called in the German Wikipedia?',
    calls: [['get-links', { title: 'Bell Rock', kind: 'languages' }]],
    facts: ['de', 'Bell Rock'],
    other: [source('Bell Rock')],
  },
  {
    question: 'What is the website of Eddystone?',
    calls: [['get-links', { title: 'Eddystone', kind: 'external' }]],
    facts: ['https://eddystone.example/'],
    other: [source('Eddystone')],
  },
  {
    question: 'Who built the third tower of Eddystone?',
    calls: [page('Eddystone')],
    facts: ['John Smeaton', '1759'],
    other: [source('Eddystone')],
  },
  {
    question: 'How many ships did keeper 57 note?',
    calls: [['search', { query: 'keeper number 57' }], page('Chronicle of the keepers', { sections: ['1857'] })],
    facts: ['257 ships'],
    other: [['search-page', { query: 'keeper number 57' }], source('Chronicle of the keepers')],
  },
  {
    question: 'Which years does the chronicle cover?',
    calls: [['search', { query: 'chronicle keepers' }], page('Chronicle of the keepers', { maxTokens: 300 })],
    facts: ['1800'],
    other: [['search-page', { query: 'chronicle keepers' }], source('Chronicle of the keepers')],
  },
  { question: 'What does "Light house" lead to?', calls: [page('Light house')], facts: ['Lighthouse'], other: [source('Light house')] },
  {
    question: 'Which article is spelled like "Skeryvore"?',
    calls: [['find-titles', { text: 'Skeryvore' }]],
    facts: ['Skerryvore'],
    other: [['search-page', { query: 'Skeryvore' }]],
  },
  {
    question: 'What did Otter edit?',
    calls: [['get-user-contributions', { user: 'Otter' }]],
    facts: ['Lighthouse'],
  },
  {
    question: 'Which articles are the longest?',
    calls: [['query', { parameters: { list: 'querypage', qppage: 'Longpages', qplimit: 3 } }]],
    facts: ['Chronicle of the keepers'],
  },
];
