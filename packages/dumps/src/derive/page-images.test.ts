import { engines } from '@wikiquery/testing';
import { expect, it, vi } from 'vitest';
import { Place, page } from '../import.test-kit.ts';

// Imports start threads, which can take longer than the default timeout.
vi.setConfig({ testTimeout: 60_000 });

const first = (id: number, title: string, text: string) => page(id, title, { id: id * 10, timestamp: '20240101000000', text });

const imagesOf = (place: Place) =>
  place.read(async db => {
    const rows = await db
      .selectFrom('page_props')
      .innerJoin('page', 'page_id', 'pp_page')
      .select(['page_title', 'pp_value'])
      .where('pp_propname', '=', 'page_image_free')
      .orderBy('page_id')
      .execute();
    return Object.fromEntries(rows.map(row => [row.page_title, row.pp_value]));
  });

it.each(engines)('the page image is the best image of the lead section on %s', async engine => {
  const place = await Place.make(engine);
  await place.import({
    pages: [
      first(1, 'First', '[[File:A.jpg|thumb|[[File:In.png]] a]] [[File:B.jpg|thumb]]'),
      first(2, 'Icon', '[[File:Icon.svg|20px]] [[File:B b.jpg|thumb|300px]]'),
      first(3, 'Later', 'Text\n== First ==\n[[File:A.jpg|thumb]]'),
      first(4, 'Unparted', '__NOEDITSECTION__\n== First ==\n[[File:A.jpg|thumb]]'),
      first(5, 'Wide', '[[File:A.jpg|900px]] [[File:B.jpg|400px]]'),
      first(6, 'Named', '[[File:A.jpg|thumb]] [[File:B.jpg|20px|class=pageimage x]] [[File:C.jpg|thumb|class=notpageimage]]'),
      first(7, 'Boxed', '{{Box|image=C.jpg}}'),
      first(8, 'Gallery', '<ref>[[File:A.jpg|thumb]]</ref><gallery>\nD.jpg|a\nE.jpg\n</gallery>'),
      first(9, 'Beside', '<gallery>\nD.jpg\n</gallery>[[File:B.jpg|thumb]]'),
      first(10, 'Denied', '[[File:Flag.png|thumb]] [[File:B.jpg|thumb]]'),
      first(11, 'Sound', '[[File:Song.ogg|thumb]]'),
      first(12, 'Redirected', '[[File:Old.jpg|frameless]]'),
      { ...first(13, 'Template:Box', '[[File:{{{image}}}|frameless]]'), namespace: 10 },
      { ...first(14, 'MediaWiki:Pageimages-denylist', '* [[:File:Flag.png]]'), namespace: 8 },
      { ...first(15, 'File:Old.jpg', '#REDIRECT [[File:New.jpg]]'), namespace: 6, redirect: 'File:New.jpg' },
      { ...first(16, 'Template:Pictured', '[[File:A.jpg|thumb]]'), namespace: 10 },
    ],
  });
  expect(await imagesOf(place)).toEqual({
    First: 'A.jpg',
    Icon: 'B_b.jpg',
    Unparted: 'A.jpg',
    Wide: 'B.jpg',
    // The class `pageimage` has an effect only since MediaWiki 1.44.
    Named: 'A.jpg',
    Boxed: 'C.jpg',
    Gallery: 'D.jpg',
    Beside: 'B.jpg',
    Denied: 'B.jpg',
    Redirected: 'New.jpg',
  });
});
