# MediaWiki::API (Perl) reads the sample wiki. `pnpm lab clients` runs it with the addresses and accounts in the environment.
use strict;
use warnings;
use utf8;
use MediaWiki::API;
use Test::More;

my $wiki = MediaWiki::API->new({ api_url => $ENV{API} });

for my $account ('USER', 'BOT') {
    ok($wiki->login({ lgname => $ENV{"${account}_NAME"}, lgpassword => $ENV{"${account}_PASSWORD"} }), "logs in ($account)")
        or diag($wiki->{error}->{details});
    is(query(meta => 'userinfo')->{userinfo}->{name}, 'Wren', 'knows who it is');
    like(query(meta => 'tokens')->{tokens}->{csrftoken}, qr/[+]\\$/, 'has a token');
    $wiki->logout();
    $wiki = MediaWiki::API->new({ api_url => $ENV{API} });
}
ok(!$wiki->login({ lgname => 'Nobody', lgpassword => 'wrong' }), 'does not log in with a wrong password');
$wiki->login({ lgname => $ENV{USER_NAME}, lgpassword => $ENV{USER_PASSWORD} });

like(query(meta => 'siteinfo')->{general}->{generator}, qr/^MediaWiki 1\.\d+/, 'finds the version');

my $pages = $wiki->list({ action => 'query', list => 'allpages', aplimit => 20 });
cmp_ok(scalar @$pages, '>', 60, 'lists all pages in many requests');
ok((grep { $_->{title} eq 'Main Page' } @$pages), 'with the main page');

my $page = $wiki->get_page({ title => 'Help:Continuation' });
like($page->{'*'}, qr/== The rule ==/, 'reads a text');
ok(defined $wiki->get_page({ title => 'Nowhere' })->{missing}, 'and knows what is missing');

my ($told) = values %{ query(titles => 'Help:Continuation', prop => 'revisions|links|categories', rvprop => 'user|comment', rvlimit => 3, pllimit => 'max')->{pages} };
is($told->{revisions}->[0]->{user}, 'Wren', 'reads revisions');
ok((grep { $_->{title} eq 'Help:Generators' } @{ $told->{links} }), 'links');
is($told->{categories}->[0]->{title}, 'Category:Guides', 'and categories');

my $using = $wiki->list({ action => 'query', list => 'embeddedin', eititle => 'Template:Request', eilimit => 4 });
cmp_ok(scalar @$using, '>', 4, 'continues other lists');
for my $list (['categorymembers', cmtitle => 'Category:Guides'], ['backlinks', bltitle => 'Help:Continuation'],
    ['recentchanges', rclimit => 'max'], ['logevents', lelimit => 20], ['search', srsearch => 'allpages'], ['usercontribs', ucuser => 'Otter']) {
    my ($name, @params) = @$list;
    my $found = $wiki->list({ action => 'query', list => $name, @params }, { max => 3 });
    ok($found && @$found, "lists $name") or diag($wiki->{error}->{details});
}

my ($file) = values %{ query(titles => 'File:Request.svg', prop => 'imageinfo', iiprop => 'url|size')->{pages} };
is($file->{imageinfo}->[0]->{width}, 640, 'knows files');

ok(!defined $wiki->api({ action => 'query', list => 'allpages', aplimit => 'x' }), 'notices errors');
like($wiki->{error}->{details}, qr/^badinteger/, 'with their code');

done_testing();

sub query {
    my $answer = $wiki->api({ action => 'query', @_ });
    return $answer ? $answer->{query} : BAIL_OUT($wiki->{error}->{details});
}
