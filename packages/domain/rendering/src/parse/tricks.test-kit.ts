import { defaultTreeAdapter, parse } from 'parse5';

/** Returns the parts of the HTML that a browser could execute. */
export function active(html: string): string[] {
  const found: string[] = [];
  const stack = [...parse(`<body>${html}`).childNodes];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!defaultTreeAdapter.isElementNode(node)) continue;
    if (!HARMLESS.has(node.tagName) || node.namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push(node.tagName);
    for (const { name, value } of node.attrs) {
      if (!PLAIN.has(name) && !/^(?:data|aria)-/.test(name)) found.push(name);
      const bare = value.replaceAll(/[\s\p{C}]/gu, '').toLowerCase();
      if (
        ['href', 'src', 'srcset', 'cite'].includes(name) &&
        /^(?:javascript|vbscript|data|livescript|mocha|file|blob|view-source):/.test(bare)
      )
        found.push(value);
      if (
        name === 'style' &&
        /expression|url\(|behavior|-moz-binding|@import|image\(/.test(bare.replaceAll(/\\|\/\*.*?\*\//g, '')) &&
        bare !== '/*insecureinput*/'
      )
        found.push(value);
    }
    stack.push(...node.childNodes);
  }
  return found;
}
/** Elements allowed in a page. */
const HARMLESS: ReadonlySet<string> = new Set(
  (
    'html head body a abbr b bdi bdo big blockquote br caption center cite code data dd del dfn div dl dt em figure figcaption font h1 h2 h3 h4 h5 h6 hr i img ins kbd li ' +
    'mark ol p pre q rb rp rt rtc ruby s samp small span strike strong sub sup table tbody td th time tr tt u ul var wbr tfoot thead col colgroup'
  ).split(' '),
);
/** Attributes allowed on all of these elements, in addition to `data-*` and `aria-*`. */
const PLAIN: ReadonlySet<string> = new Set(
  (
    'abbr about align alt axis bgcolor border cellpadding cellspacing cite class clear color colspan compact content datatype datetime decoding dir face frame headers height href hspace id itemid ' +
    'itemprop itemref itemscope itemtype lang loading noshade nowrap property rel resource role rowspan rules scope size span src srcset start style summary tabindex title type ' +
    'typeof valign value vspace width'
  ).split(' '),
);

const WRITTEN_TAGS = [
  ...[
    '<script>alert(1)</script>',
    '<ScRiPt src=//x.example/x.js></sCrIpT>',
    '<script\u000c>alert(1)</script>',
    '<<script>alert(1)//<</script>',
  ],
  ...['<img src=x onerror=alert(1)>', '<img src="javascript:alert(1)">', '<svg/onload=alert(1)>', '<svg><script>alert(1)</script></svg>'],
  ...[
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<iframe src=javascript:alert(1)></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>">',
  ],
  ...[
    '<object data=javascript:alert(1)>',
    '<embed src=javascript:alert(1)>',
    '<form action=javascript:alert(1)><input type=submit>',
    '<base href=javascript:alert(1)//>',
  ],
  ...[
    '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
    '<link rel=stylesheet href=javascript:alert(1)>',
    '<style>@import "javascript:alert(1)";</style>',
  ],
  ...[
    '<body onload=alert(1)>',
    '<details open ontoggle=alert(1)>',
    '<video><source onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<template><script>x</script>',
  ],
  ...[
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<b onmouseover=alert(1)>x</b>',
    '<p style="x" onclick="alert(1)">',
    '<div/onclick=alert(1)>',
  ],
  ...[
    '<div onclick\n=\nalert(1)>x</div>',
    '<div\u0000onclick=alert(1)>x</div>',
    '<span title="a" title="b" onfocus=alert(1) tabindex=1>x</span>',
    "<b title='\"onclick=alert(1) x='>x</b>",
  ],
  ...[
    '<b title="&quot; onclick=alert(1) ">x</b>',
    '<b class="\'><script>alert(1)</script>">x</b>',
    '<table background="javascript:alert(1)"><tr><td>',
    '<td background=javascript:alert(1)>',
  ],
  ...[
    '<blockquote cite="javascript:alert(1)">x</blockquote>',
    '<font color=red onload=alert(1)>x</font>',
    '<xmp><script>alert(1)</script></xmp>',
    '<title><script>alert(1)</script></title>',
  ],
];
const WRITTEN_STYLES = [
  ...[
    'background:url(javascript:alert(1))',
    'width:expression(alert(1))',
    'width:e\\78 pression(alert(1))',
    'width:exp/**/ression(alert(1))',
    'behavior:url(x.htc)',
  ],
  ...[
    '-moz-binding:url(x.xml#x)',
    'background:\\75 rl(javascript:alert(1))',
    'background:u\\72l(//x.example)',
    'background:URL(//x.example)',
    'background:url&#40;//x.example)',
  ],
  ...[
    'background:&#117;rl(//x.example)',
    'list-style:image(//x.example)',
    'background:image-set("x" 1x)',
    '@import url(//x.example)',
    'background:ｕrl(//x.example)',
    'background:ur\u0000l(x)',
  ],
];
const WRITTEN_ADDRESSES = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java&#10;script:alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6a;avascript:alert(1)',
    ' javascript:alert(1)',
  ],
  ...[
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'livescript:x',
    'file:///etc/passwd',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
  ],
];

/** Elements that execute code, load resources, or change how browsers parse the following markup. */
const ELEMENTS = (
  'script iframe frame frameset object embed applet link meta base form input button textarea select option style svg math template portal video audio source ' +
  'track param isindex keygen marquee bgsound blink layer ilayer xml noembed noframes noscript plaintext listing xmp title head body html dialog slot ' +
  'fencedframe model image picture map area canvas command menuitem output progress meter fieldset legend label datalist optgroup'
).split(' ');

/** Event handler attributes, without `on`. */
const EVENTS = (
  'abort afterprint animationcancel animationend animationiteration animationstart auxclick beforecopy beforecut beforeinput beforematch beforepaste beforeprint ' +
  'beforetoggle beforeunload beforexrselect blur begin bounce cancel canplay canplaythrough change click close command contentvisibilityautostatechange contextlost contextmenu ' +
  'contextrestored copy cuechange cut dblclick drag dragend dragenter dragleave dragover dragstart drop durationchange emptied end ended error filterchange finish ' +
  'focus focusin focusout formdata fullscreenchange gotpointercapture hashchange help input invalid keydown keypress keyup languagechange load loadeddata ' +
  'loadedmetadata loadstart losecapture lostpointercapture message mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel offline online ' +
  'pagehide pageshow paste pause play playing pointercancel pointerdown pointerenter pointerleave pointermove pointerout pointerover pointerrawupdate pointerup ' +
  'popstate progress propertychange ratechange readystatechange rejectionhandled repeat reset resize rowenter rowexit scroll scrollend scrollsnapchange search ' +
  'securitypolicyviolation seeked seeking select selectionchange selectstart slotchange stalled start stop storage submit suspend timeupdate toggle touchcancel ' +
  'touchend touchmove touchstart transitioncancel transitionend transitionrun transitionstart unhandledrejection unload volumechange waiting webkitanimationend ' +
  'webkitmouseforcechanged webkittransitionend wheel zoom'
).split(' ');

/** Characters between the name of an element and an attribute. Browsers accept them as a separator, but a filter may not. */
const GAPS = [' ', '/', '\t', '\n', '\f', ' / ', ' a="', " a='b'", '\u0000', ' =', '/x=">"/'];

/** Attributes whose value browsers load, run or follow. They are tested on an allowed element. */
const LOADING = (
  'href src srcset srcdoc data action formaction background poster cite ping longdesc lowsrc dynsrc usemap profile classid codebase archive manifest icon xlink:href xml:base ' +
  'style target download is slot autofocus contenteditable popover popovertarget invoketarget http-equiv'
).split(' ');

const SCHEMES = [
  'javascript',
  'vbscript',
  'data',
  'livescript',
  'mocha',
  'file',
  'blob',
  'view-source',
  'jar',
  'feed:javascript',
  'filesystem',
  'about',
];
/** Other spellings of a scheme that browsers may still recognize. */
const DISGUISES: readonly ((scheme: string) => string)[] = [
  scheme => scheme.toUpperCase(),
  scheme => `${scheme.slice(0, 3)}\t${scheme.slice(3)}`,
  scheme => `${scheme.slice(0, 3)}&#9;${scheme.slice(3)}`,
  scheme => `${scheme.slice(0, 3)}&Tab;${scheme.slice(3)}`,
  scheme => `${scheme.slice(0, 3)}&NewLine;${scheme.slice(3)}`,
  scheme => `&#${scheme.charCodeAt(0)};${scheme.slice(1)}`,
  scheme => `&#x${scheme.charCodeAt(0).toString(16).padStart(7, '0')};${scheme.slice(1)}`,
  scheme => `&#x1;${scheme}`,
  scheme => `\u00a0${scheme}`,
  scheme => `\u3000${scheme}`,
  scheme => `%${scheme.charCodeAt(0).toString(16)}${scheme.slice(1)}`,
  scheme => `{{{x|${scheme}}}}`,
];

/** Style declarations that load a resource or run code. */
const DECLARATIONS = [
  'background:url(//x.example)',
  'background-image:url("//x.example")',
  'list-style:url(//x.example)',
  'list-style-image:image-set("//x.example" 1x)',
  'background:-webkit-image-set(url(//x.example) 1x)',
  'background:image(//x.example)',
  'background:cross-fade(url(//x.example),red)',
  'cursor:url(//x.example),auto',
  'content:url(//x.example)',
  'border-image:url(//x.example)',
  'mask:url(//x.example#x)',
  'filter:url(//x.example#x)',
  'clip-path:url(//x.example#x)',
  'shape-outside:url(//x.example)',
  'width:expression(alert(1))',
  'behavior:url(x.htc)',
  '-moz-binding:url(x.xml#x)',
  'src:url(//x.example)',
  'filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src=x)',
];
/** Other spellings of a declaration that browsers may still recognize. */
const SPELLINGS: readonly ((declaration: string) => string)[] = [
  declaration => declaration.toUpperCase(),
  declaration => declaration.replace('(', '/**/('),
  declaration => declaration.replace(/[a-z](?=[a-z]*\()/, letter => `\\${letter.charCodeAt(0).toString(16)} `),
  declaration => declaration.replace(/[a-z](?=[a-z]*\()/, letter => `\\0000${letter.charCodeAt(0).toString(16)}`),
  declaration => declaration.replace(/[a-z](?=[a-z]*\()/, letter => `&#${letter.charCodeAt(0)};`),
  declaration => `color:red;/**/${declaration}`,
  declaration => `color:"\n;${declaration}`,
  declaration => `x:'\\';${declaration};'`,
  declaration => `/*/**/${declaration}/**/`,
  declaration =>
    declaration.replace(/[a-z](?=[a-z]*\()/, letter => String.fromCodePoint((letter.codePointAt(0) as number) - 0x61 + 0xff41)),
];

const distinct = (tricks: readonly string[]): readonly string[] => [...new Set(tricks)];

export const TAGS = distinct([
  ...WRITTEN_TAGS,
  ...ELEMENTS.flatMap(name => [
    `<${name} src=x href=x data=x onload=alert(1)>x</${name}>`,
    `<${name.toUpperCase()}\n>`,
    `</${name}/><${name}`,
  ]),
  ...EVENTS.map((event, at) => `<b${GAPS[at % GAPS.length]}on${event}=alert(1)>x</b>`),
  ...LOADING.map(name => `<span ${name}="javascript:alert(1)">x</span>`),
]);
export const STYLES = distinct([...WRITTEN_STYLES, ...DECLARATIONS, ...SPELLINGS.flatMap(spell => DECLARATIONS.map(spell))]);
export const ADDRESSES = distinct([
  ...WRITTEN_ADDRESSES,
  ...SCHEMES.map(scheme => `${scheme}:alert(1)`),
  ...DISGUISES.flatMap(disguise => SCHEMES.map(scheme => `${disguise(scheme)}:alert(1)`)),
]);
