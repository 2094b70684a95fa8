# Varnish in front of wikiquery. It caches responses to requests with smaxage, and REST responses with a max-age, for clients without a session.
# It caches no other response.
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
    # Varnish's built-in rules follow: it does not cache responses that set cookies or are private or no-cache, and caches one response for each value of
    # the headers in Vary. These include Accept-Language where a wiki has language variants.
}

sub vcl_deliver {
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    } else {
        set resp.http.X-Cache = "miss";
    }
}
