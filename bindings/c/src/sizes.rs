//! How large the structs of the header are: size and alignment with 32 and with 64 bits, drawn by
//! `tests/sizes` from what C compilers say. Asserted where SANSMCP_SIZES is set when it is built;
//! `tests/sizes.c` asserts the same in C.

/// Asserts what is so on this machine.
macro_rules! sized {
    ($($name:path: $small:literal $small_align:literal $large:literal $large_align:literal)*) => {
        $(const _: () = if cfg!(target_pointer_width = "32") {
            assert!(size_of::<$name>() == $small && align_of::<$name>() == $small_align);
        } else {
            assert!(size_of::<$name>() == $large && align_of::<$name>() == $large_align);
        };)*
    };
}

sized! {
    crate::outcome::sansmcp_account: 36 4 72 8
    crate::entries::sansmcp_annotations: 40 8 56 8
    crate::answer::sansmcp_answer: 36 4 72 8
    crate::ask::sansmcp_ask: 24 4 40 8
    crate::ask::sansmcp_ask_input: 16 4 32 8
    crate::seal::sansmcp_bound: 48 8 80 8
    crate::client_event::sansmcp_cache_hint: 8 4 8 4
    crate::elicit::sansmcp_choice: 16 4 32 8
    crate::client::sansmcp_client: 20 4 40 8
    crate::client_info::sansmcp_client_info: 68 4 136 8
    crate::results::sansmcp_completion: 32 8 48 8
    crate::server::sansmcp_connection: 216 4 216 4
    crate::content::sansmcp_content: 144 8 248 8
    crate::results::sansmcp_contents: 24 4 40 8
    crate::delivery::sansmcp_delivery: 212 4 256 8
    crate::elicit::sansmcp_elicit: 32 4 64 8
    crate::endpoint::sansmcp_endpoint: 36 4 72 8
    crate::endpoint::sansmcp_endpoint_memory: 28 4 56 8
    crate::endpoint_policy::sansmcp_endpoint_policy: 40 8 56 8
    crate::event::sansmcp_event: 148 4 160 8
    crate::events::sansmcp_events: 712 8 720 8
    crate::client_http::sansmcp_expect: 20 4 32 8
    crate::object::sansmcp_field: 56 8 96 8
    crate::elicit::sansmcp_form_field: 128 8 200 8
    crate::frame::sansmcp_frame: 56 8 64 8
    crate::call::sansmcp_given: 28 4 56 8
    crate::http_head::sansmcp_head: 16 4 32 8
    crate::header::sansmcp_header: 16 4 32 8
    crate::http1::sansmcp_http1: 136 8 144 8
    crate::http1_reply::sansmcp_http1_chunk_head: 19 1 19 1
    crate::http1::sansmcp_http1_request: 52 4 104 8
    crate::http1_reply::sansmcp_http1_sent: 12 4 24 8
    crate::http1::sansmcp_http1_step: 4 2 4 2
    crate::http1_reply::sansmcp_http1_terms: 3 1 3 1
    crate::response::sansmcp_http_reply: 64 4 88 8
    crate::endpoint::sansmcp_hub: 240 4 240 4
    crate::info::sansmcp_icon: 32 4 64 8
    crate::client_event::sansmcp_input: 20 4 40 8
    crate::store::sansmcp_kept: 16 4 24 8
    crate::seal::sansmcp_key: 8 4 16 8
    crate::ask::sansmcp_limits: 8 4 8 4
    crate::lines::sansmcp_lines: 248 8 256 8
    crate::tools::sansmcp_listed: 20 4 40 8
    crate::results::sansmcp_message: 152 8 256 8
    crate::results::sansmcp_messages: 24 4 48 8
    crate::verdict::sansmcp_missed: 12 4 12 4
    crate::server::sansmcp_number: 24 8 32 8
    crate::object::sansmcp_object: 32 4 64 8
    crate::policy::sansmcp_options: 20 4 32 8
    crate::out::sansmcp_out: 36 4 56 8
    crate::outcome::sansmcp_outcome: 40 4 72 8
    crate::page::sansmcp_page: 56 4 96 8
    crate::pages::sansmcp_pages: 16 8 16 8
    crate::results::sansmcp_part: 48 4 96 8
    crate::policy::sansmcp_policy: 12 4 12 4
    crate::client_event::sansmcp_progress: 56 8 80 8
    crate::entries::sansmcp_prompt: 48 4 96 8
    crate::entries::sansmcp_prompt_argument: 28 4 56 8
    crate::say::sansmcp_receivers: 2 2 2 2
    crate::client_http::sansmcp_remote: 408 8 408 8
    crate::entries::sansmcp_resource: 112 8 184 8
    crate::response::sansmcp_response_head: 56 4 72 8
    crate::frame::sansmcp_route: 8 4 8 4
    crate::server::sansmcp_server: 24 4 48 8
    crate::info::sansmcp_server_info: 116 4 224 8
    crate::endpoint::sansmcp_session: 256 8 256 8
    crate::server::sansmcp_slot: 256 8 256 8
    crate::events::sansmcp_sse_event: 72 8 96 8
    crate::sse::sansmcp_sse_fields: 116 4 120 8
    crate::sse::sansmcp_sse_id: 8 4 8 4
    crate::store::sansmcp_store: 24 4 32 8
    crate::text::sansmcp_str: 8 4 16 8
    crate::endpoint::sansmcp_stream: 32 4 32 4
    crate::listen::sansmcp_subscription: 24 4 40 8
    crate::entries::sansmcp_template: 96 8 168 8
    crate::text::sansmcp_text: 8 4 16 8
    crate::event::sansmcp_ticket: 8 4 8 4
    crate::info::sansmcp_tool: 72 4 144 8
    crate::info::sansmcp_tool_annotations: 12 4 24 8
    crate::uri::sansmcp_variable: 16 4 32 8
    crate::verdict::sansmcp_verdict: 204 4 232 8
    crate::json::sansmcp_walk: 16 4 32 8
    crate::writer::sansmcp_writer: 12 4 24 8
}
