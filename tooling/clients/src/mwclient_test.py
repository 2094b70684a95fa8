"""mwclient (Python) reads the sample wiki. `pnpm lab clients` runs it with the addresses and accounts in the environment."""

import os
import unittest
from urllib.parse import urlsplit

import mwclient

API = urlsplit(os.environ["API"])


def connect():
    return mwclient.Site(API.netloc, scheme=API.scheme, path="/w/", clients_useragent="wikiquery-clients")


def names(pages):
    return [page.name for page in pages]


class Login(unittest.TestCase):
    def test_main_and_bot_password(self):
        for account in ("USER", "BOT"):
            site = connect()
            site.login(os.environ[account + "_NAME"], os.environ[account + "_PASSWORD"])
            self.assertTrue(site.logged_in)
            self.assertEqual(site.api("query", meta="userinfo")["query"]["userinfo"]["name"], "Wren")
            self.assertTrue(site.get_token("csrf").endswith("+\\"))

    def test_failure(self):
        with self.assertRaises(mwclient.errors.LoginError):
            connect().login("Nobody", "wrong")


class Reading(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = connect()
        cls.site.login(os.environ["USER_NAME"], os.environ["USER_PASSWORD"])

    def test_site(self):
        self.assertGreaterEqual(self.site.version[:2], (1, 39))
        self.assertEqual(self.site.namespaces[12], "Help")
        self.assertIn("user", self.site.groups)

    def test_all_pages_in_many_requests(self):
        pages = names(self.site.allpages(limit=20))
        self.assertGreater(len(pages), 60)
        self.assertEqual(len(pages), len(set(pages)))
        self.assertIn("Main Page", pages)
        self.assertIn("Help:Continuation", names(self.site.allpages(namespace=12)))

    def test_page(self):
        page = self.site.pages["help:continuation"]
        self.assertTrue(page.exists)
        self.assertIn("== The rule ==", page.text())
        self.assertIn("== The rule ==", page.text(section=1))
        self.assertEqual(names(page.categories()), ["Category:Guides"])
        self.assertIn("Help:Generators", names(page.links()))
        self.assertIn("Template:Request", names(page.templates()))
        self.assertIn("File:Continuation.svg", names(page.images()))
        self.assertIn("Main Page", names(page.backlinks()))
        self.assertEqual([revision["user"] for revision in page.revisions()], ["Wren", "Admin", "Wren"])
        self.assertIn(("de", "Fortsetzung"), list(page.langlinks()))
        self.assertEqual(list(page.extlinks()), [])
        self.assertEqual(self.site.pages["Continuation"].redirects_to().name, "Help:Continuation")
        self.assertFalse(self.site.pages["Nowhere"].exists)
        self.assertIn("Help:Continuation", names(self.site.pages["Template:Request"].embeddedin()))

    def test_protection(self):
        page = self.site.pages["Main Page"]
        self.assertEqual(page.protection["edit"][0], "sysop")
        self.assertFalse(page.can("edit"))

    def test_category_and_files(self):
        self.assertIn("Help:Generators", names(self.site.categories["Guides"]))
        image = self.site.images["Request.svg"]
        self.assertEqual(image.imageinfo["width"], 640)
        self.assertEqual(len(list(image.imagehistory())), 2)
        self.assertIn("Main Page", names(image.imageusage()))
        self.assertEqual(list(image.duplicatefiles()), [])
        self.assertIn("File:Request.svg", names(self.site.allimages()))
        self.assertTrue(image.imageinfo["url"].endswith("/Request.svg"))

    def test_lists(self):
        self.assertIn("Guides", [category.page_title for category in self.site.allcategories()])
        self.assertIn("Wren", [user["name"] for user in self.site.allusers()])
        self.assertIn("Cheap Ink Ltd", [block["user"] for block in self.site.blocks()])
        self.assertGreater(len([change for change, _ in zip(self.site.recentchanges(limit=3), range(7))]), 6)
        self.assertGreater(len(list(self.site.logevents(type="upload"))), 1)
        self.assertIn("Allpages", [found["title"] for found in self.site.search("allpages")])
        self.assertGreater(len(list(self.site.usercontributions("Otter"))), 1)
        self.assertEqual([user["name"] for user in self.site.users(["Wren"])], ["Wren"])
        self.assertIn("Main Page", [change["title"] for change in self.site.watchlist(allrev=True)])
        self.assertEqual(len([page for page, _ in zip(self.site.random(0), range(3))]), 3)
        self.assertIn("Help:Continuation", names(self.site.alllinks(unique=True, namespace="12")))
        self.assertIsInstance(list(self.site.exturlusage("example.org")), list)
        revisions = self.site.revisions([1, 2], prop="ids|timestamp|flags|comment|user")
        self.assertEqual([revision["revid"] for revision in revisions], [1, 2])

    def test_errors(self):
        with self.assertRaises(mwclient.errors.APIError) as caught:
            self.site.api("query", list="allpages", aplimit="x")
        self.assertEqual(caught.exception.code, "badinteger")


if __name__ == "__main__":
    unittest.main(warnings="ignore")
