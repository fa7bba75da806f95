//! Lists, page after page, and what a client must know of tools.

use sansmcp::client::{Listed, Pages, all_tools, tools};
use sansmcp::json::{Raw, Writer};

use super::answers::{Trouble, plain};
use super::calls::How;
use super::peer::Peer;

/// The tools of a server.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    /// Each a JSON object.
    pub kept: Vec<String>,
    /// The names of those that must not be called, and why: what they say of headers is invalid.
    pub dropped: Vec<(String, &'static str)>,
}

impl Peer {
    /// All entries of a list, each a JSON object: of `resources/list` those of `resources`.
    ///
    /// # Errors
    /// Why a page could not be had.
    pub async fn list(&self, method: &str, member: &str) -> Result<Vec<String>, Trouble> {
        let mut all = Vec::new();
        self.pages(method, How::default(), |page| {
            let entries = page.get(member).unwrap_or(Raw::NULL).items();
            all.extend(entries.map(|entry| entry.as_str().to_owned()));
        })
        .await?;
        Ok(all)
    }

    /// All tools. Their input schemas are kept, since calls over HTTP repeat arguments in their
    /// heads.
    ///
    /// # Errors
    /// Why a page could not be had.
    pub async fn tools(&self, how: How) -> Result<Tools, Trouble> {
        let has_headers = self.has_headers();
        let mut found = Tools::default();
        let mut schemas = Vec::new();
        self.pages("tools/list", how, |page| {
            for listed in if has_headers { tools(page) } else { all_tools(page) } {
                match listed {
                    Listed::Tool(tool) => {
                        let raw = tool.raw();
                        found.kept.push(raw.as_str().into());
                        if let (Some(name), Some(schema)) = (tool.name(), raw.get("inputSchema")) {
                            schemas.push((plain(name), schema.as_str().into()));
                        }
                    }
                    Listed::Dropped { name, why } => {
                        let name = name.map(plain).unwrap_or_default();
                        found.dropped.push((name, why.message()));
                    }
                    _ => {}
                }
            }
        })
        .await?;
        self.learn(schemas);
        Ok(found)
    }

    async fn pages(
        &self,
        method: &str,
        how: How,
        mut take: impl FnMut(Raw<'_>),
    ) -> Result<(), Trouble> {
        let mut pages = Pages::NEW;
        let mut params = String::from("{}");
        for _ in 0..self.most_pages() {
            let answer = self.begin(method, &params, how)?.await?;
            take(answer.result());
            match pages.next(answer.result()).map_err(Trouble::Stuck)? {
                Some(cursor) => params = format!("{{\"cursor\":{}}}", quoted(&plain(cursor))),
                None => return Ok(()),
            }
        }
        Ok(())
    }
}

/// Text as a JSON string.
pub fn quoted(text: &str) -> String {
    // No character takes more than six bytes.
    let mut buffer = vec![0; 6 * text.len() + 2];
    let mut out = Writer::new(&mut buffer);
    out.string(text);
    String::from_utf8_lossy(out.finish()).into_owned()
}
