//! Says how an extension module is linked: on macOS without the symbols of Python, which the interpreter has.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
