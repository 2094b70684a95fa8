# Varnish before wikiquery: answers that were asked for with smaxage, and those of the REST API that say for how long, are kept for everybody
# without a session, and nothing else is.
vcl 4.1;

# wikiquery is started with --trust-proxy and the address of Varnish.
backend wikiquery {
    .host = "127.0.0.1";
    .port = "8080";
    .probe = {
        .url = "/readyz";
        .interval = 500ms;
        .timeout = 5s;
        .window = 3;
        .threshold = 2;
    }
}

sub vcl_recv {
    # Only what may be a session makes a client another one: cookies of statistics and the like are not looked at.
    if (req.http.Cookie && req.http.Cookie !~ "(?i)(_session|UserID|UserName|Token|centralauth_[a-z_]+)=") {
        unset req.http.Cookie;
    }
    # What Varnish does by itself follows: it passes on what is no GET or HEAD, and what has Cookie or Authorization.
}

sub vcl_backend_response {
    # Kept beyond its time to ask whether it changed, by its ETag.
    set beresp.grace = 0s;
    set beresp.keep = 1h;
    # What Varnish does by itself follows: it keeps nothing that sets cookies, is private or no-cache, and it keeps one answer for each value of the
    # headers that Vary names: Accept-Language among them where a wiki has language variants.
}

sub vcl_deliver {
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    } else {
        set resp.http.X-Cache = "miss";
    }
}
