// Values that examples in Markdown use without declaring them, by their usual names.
import { type ActionQuery, defineAction, f } from '@wikiquery/core';
import { prepareSample } from '@wikiquery/sample';
import { defaultSite } from '@wikiquery/site';
import { apiOf } from '@wikiquery/testing';
import { createTitles } from '@wikiquery/titles';
import { createUsers } from '@wikiquery/users';
import { openWikiFile } from '@wikiquery/wiki-builder';
