//! Tokens of GNU C, and the spellings of its keywords.
//!
//! A token is sixteen bytes: what it is, where it stands, and one number that is the symbol of
//! an identifier or the row of a literal in [`Literals`](crate::lexer::Literals). Nothing is
//! allocated for it.
//!
//! Keywords are recognised by number: the symbol table of a unit begins with all spellings of
//! [`KEYWORDS`] in order, so a symbol below their count *is* a keyword. GNU C spells many of
//! them three times (`const`, `__const`, `__const__`); all spellings are one [`TokenKind`].

use index::Id;
use source::{Span, Symbol};

/// One token. `payload` is meaningful for identifiers, keywords and literals only.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    payload: u32,
    pub span: Span,
}

impl Token {
    pub(crate) fn new(kind: TokenKind, payload: u32, span: Span) -> Self {
        Self { kind, payload, span }
    }

    /// The name of an identifier or keyword.
    pub(crate) fn symbol(&self) -> Symbol {
        Symbol::new(self.payload as usize)
    }

    /// The row of a literal in its table.
    pub(crate) fn literal(&self) -> usize {
        self.payload as usize
    }
}

macro_rules! token_kinds {
    (
        punctuators { $($punct:ident $punct_text:literal,)* }
        keywords { $($word:ident $word_text:literal $($alias:literal)*,)* }
    ) => {
        /// What a token is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum TokenKind {
            Eof,
            Ident,
            Int,
            Float,
            Char,
            String,
            $($punct,)*
            $($word,)*
        }

        impl TokenKind {
            /// How messages write it.
            pub fn text(self) -> &'static str {
                match self {
                    Self::Eof => "end of file",
                    Self::Ident => "identifier",
                    Self::Int => "integer constant",
                    Self::Float => "floating constant",
                    Self::Char => "character constant",
                    Self::String => "string literal",
                    $(Self::$punct => concat!("`", $punct_text, "`"),)*
                    $(Self::$word => concat!("`", $word_text, "`"),)*
                }
            }

            pub fn is_keyword(self) -> bool {
                match self {
                    $(Self::$word => true,)*
                    _ => false,
                }
            }
        }

        /// Every spelling of every keyword.
        pub(crate) const KEYWORDS: &[(&str, TokenKind)] = &[
            $(
                ($word_text, TokenKind::$word),
                $(($alias, TokenKind::$word),)*
            )*
        ];
    };
}

token_kinds! {
    punctuators {
        LParen "(",
        RParen ")",
        LBracket "[",
        RBracket "]",
        LBrace "{",
        RBrace "}",
        Semi ";",
        Comma ",",
        Colon ":",
        Question "?",
        Dot ".",
        Ellipsis "...",
        Arrow "->",
        Plus "+",
        PlusPlus "++",
        PlusEq "+=",
        Minus "-",
        MinusMinus "--",
        MinusEq "-=",
        Star "*",
        StarEq "*=",
        Slash "/",
        SlashEq "/=",
        Percent "%",
        PercentEq "%=",
        Amp "&",
        AmpAmp "&&",
        AmpEq "&=",
        Pipe "|",
        PipePipe "||",
        PipeEq "|=",
        Caret "^",
        CaretEq "^=",
        Tilde "~",
        Bang "!",
        BangEq "!=",
        Eq "=",
        EqEq "==",
        Lt "<",
        LtEq "<=",
        Shl "<<",
        ShlEq "<<=",
        Gt ">",
        GtEq ">=",
        Shr ">>",
        ShrEq ">>=",
    }
    keywords {
        // Storage classes.
        Typedef "typedef",
        Extern "extern",
        Static "static",
        Auto "auto",
        // What C23 makes keywords are names before it: whoever preprocesses says which it is.
        AutoOfC23 "__linchpin_auto",
        Constexpr "__linchpin_constexpr",
        Register "register",
        ThreadLocal "_Thread_local" "__thread",
        Inline "inline" "__inline" "__inline__",
        Noreturn "_Noreturn",
        Alignas "_Alignas",
        Attribute "__attribute__" "__attribute",
        // Qualifiers.
        Const "const" "__const" "__const__",
        Volatile "volatile" "__volatile" "__volatile__",
        Restrict "restrict" "__restrict" "__restrict__",
        Atomic "_Atomic",
        // Types.
        Void "void",
        Bool "_Bool",
        Char_ "char",
        Short "short",
        Int_ "int",
        Long "long",
        Float_ "float",
        Double "double",
        Signed "signed" "__signed" "__signed__",
        Unsigned "unsigned",
        Complex "_Complex" "__complex" "__complex__",
        Int128 "__int128",
        Float16 "_Float16",
        Float32 "_Float32",
        Float64 "_Float64",
        Float128 "_Float128" "__float128",
        Float32x "_Float32x",
        Float64x "_Float64x",
        Float80 "__float80",
        VaList "__builtin_va_list",
        AutoType "__auto_type",
        Typeof "typeof" "__typeof" "__typeof__",
        TypeofUnqual "__typeof_unqual" "__typeof_unqual__",
        Struct "struct",
        Union "union",
        Enum "enum",
        // Statements.
        Asm "asm" "__asm" "__asm__",
        Break "break",
        Case "case",
        Continue "continue",
        Default "default",
        Do "do",
        Else "else",
        For "for",
        Goto "goto",
        If "if",
        LocalLabel "__label__",
        Return "return",
        Switch "switch",
        While "while",
        StaticAssert "_Static_assert",
        // Expressions.
        Alignof "_Alignof",
        PreferredAlignof "__alignof" "__alignof__",
        Sizeof "sizeof",
        Generic "_Generic",
        Real "__real__" "__real",
        Imag "__imag__" "__imag",
        VaArg "__builtin_va_arg",
        Offsetof "__builtin_offsetof",
        TypesCompatible "__builtin_types_compatible_p",
        ChooseExpr "__builtin_choose_expr",
        // Anywhere.
        Extension "__extension__",
        Pragma "_Pragma",
    }
}
