//! Terms as Z3's own terms, each translated once.

use index::{Id, IdSet};
use logic::{BvBinary, BvCompare, FunctionId, Scalar, Sort, Term, TermId, TermPool, quoted_symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Array, Ast, BV, Bool, Dynamic, Int};
use z3::{FuncDecl, Sort as Z3Sort};

use crate::cheaper::Cheaper;
use crate::flat_reads::FlatReads;

/// The translation of the terms of one pool.
#[derive(Default)]
pub(crate) struct Translation {
    terms: FxHashMap<TermId, Dynamic>,
    functions: FxHashMap<FunctionId, FuncDecl>,
    /// Array variables of which constant places are read and nothing else: each place is a
    /// variable of its own, and there is no array to reason about.
    scattered: IdSet<TermId>,
    /// Reads as choices, where the solver is to see no arrays.
    flat: Option<FlatReads>,
    has_integers: bool,
    has_arrays: bool,
}

/// What the terms are about, as far as strategies differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theories {
    BitVectors,
    /// Arrays and functions too.
    ArraysOfBitVectors,
    Mixed,
}

impl Translation {
    /// The translation of formulas that nothing is added to.
    pub fn of_formulas(pool: &TermPool, formulas: &[TermId]) -> Self {
        let (mut arrays, mut whole) = (IdSet::new(), IdSet::new());
        for term in pool.postorder(formulas) {
            match &pool[term] {
                Term::Var(_) if matches!(pool.sort(term), Sort::Array(..)) => {
                    arrays.insert(term);
                }
                Term::Select(_, index) if is_constant(&pool[*index]) => {}
                node => whole.extend(node.operands()),
            }
        }
        let scattered = arrays.iter().filter(|array| !whole.contains(*array)).collect();
        Self { scattered, ..Self::default() }
    }

    /// The translation of formulas to such without arrays, and the formulas; `None` if they do not go
    /// without, or not well.
    pub fn without_arrays(pool: &TermPool, formulas: &[TermId]) -> Option<(Self, Vec<Bool>)> {
        let mut translation = Self { flat: Some(FlatReads::default()), ..Self::default() };
        let mut flat = Vec::new();
        for formula in formulas {
            flat.push(translation.try_term(pool, *formula)?.as_bool()?);
        }
        Some((translation, flat))
    }

    pub fn term(&mut self, pool: &TermPool, root: TermId) -> Dynamic {
        self.try_term(pool, root).expect("with arrays every term has a translation")
    }

    /// The same, if it can be said: without arrays, not everything can.
    pub fn try_term(&mut self, pool: &TermPool, root: TermId) -> Option<Dynamic> {
        if !self.terms.contains_key(&root) {
            let missing = self.untranslated(pool, root);
            if self.flat.is_some() && !FlatReads::can_say(pool, &missing) {
                return None;
            }
            for term in missing {
                if let (Some(flat), Sort::Array(..)) = (&mut self.flat, pool.sort(term)) {
                    flat.seen.insert(term);
                    continue;
                }
                let translated = self.node(pool, term);
                self.terms.insert(term, translated);
                if self.flat.as_ref().is_some_and(FlatReads::is_too_large) {
                    return None;
                }
            }
        }
        self.terms.get(&root).cloned()
    }

    /// The theories of everything that was translated.
    pub fn theories(&self) -> Theories {
        match (self.has_integers, self.has_arrays || !self.functions.is_empty()) {
            (true, _) => Theories::Mixed,
            (false, true) => Theories::ArraysOfBitVectors,
            (false, false) => Theories::BitVectors,
        }
    }

    pub fn formula(&mut self, pool: &TermPool, root: TermId) -> Bool {
        self.term(pool, root).as_bool().expect("a formula is a truth value")
    }

    /// What is missing below `root`, operands first. Stops at what is known, so that asking for
    /// a formula that grew by a little costs a little, however large the pool is.
    fn untranslated(&self, pool: &TermPool, root: TermId) -> Vec<TermId> {
        let mut missing = FxHashSet::default();
        let mut pending = vec![root];
        while let Some(term) = pending.pop() {
            let is_known = self.terms.contains_key(&term)
                || self.flat.as_ref().is_some_and(|flat| flat.seen.contains(&term));
            if !is_known && missing.insert(term) && !self.is_place(pool, term) {
                pending.extend(pool[term].operands());
            }
        }
        let mut missing: Vec<TermId> = missing.into_iter().collect();
        missing.sort_unstable();
        missing
    }

    /// Is the term a constant place of an array that is read at such places only?
    fn is_place(&self, pool: &TermPool, term: TermId) -> bool {
        match pool[term] {
            Term::Select(array, index) => {
                self.scattered.contains(array) && is_constant(&pool[index])
            }
            _ => false,
        }
    }

    fn node(&mut self, pool: &TermPool, term: TermId) -> Dynamic {
        match pool.sort(term) {
            Sort::Int => self.has_integers = true,
            Sort::Array(..) => self.has_arrays = true,
            Sort::Bool | Sort::BitVec(_) => {}
        }
        if let Some(flat) = &mut self.flat {
            match &pool[term] {
                Term::Select(array, index) => return flat.read(pool, &self.terms, *array, *index),
                Term::Apply(function, arguments) => {
                    return flat.apply(pool, &self.terms, *function, arguments);
                }
                _ => {}
            }
        }
        match &pool[term] {
            Term::Bool(value) => Bool::from_bool(*value).into(),
            Term::BitVec(width, bits) => bit_vector(*width, *bits).into(),
            Term::Int(value) => Int::from(*value).into(),
            Term::Var(var) => {
                let name = quoted_symbol(&pool.var(*var).name, var.index());
                Dynamic::new_const(name, &z3_sort(pool.var(*var).sort))
            }
            Term::Apply(function, arguments) => {
                let arguments: Vec<&dyn Ast> =
                    arguments.iter().map(|id| &self.terms[id] as &dyn Ast).collect();
                let function = &*self.functions.entry(*function).or_insert_with(|| {
                    let decl = pool.function(*function);
                    let name = quoted_symbol(&decl.name, function.index());
                    let parameters: Vec<Z3Sort> =
                        decl.parameters.iter().copied().map(z3_sort).collect();
                    FuncDecl::new(
                        name,
                        &parameters.iter().collect::<Vec<_>>(),
                        &z3_sort(decl.result),
                    )
                });
                function.apply(&arguments)
            }
            Term::Not(a) => self.bool(a).not().into(),
            Term::And(operands) => Bool::and(&self.bools(operands)).into(),
            Term::Or(operands) => Bool::or(&self.bools(operands)).into(),
            Term::Eq(a, b) => self.terms[a].eq(&self.terms[b]).into(),
            Term::Ite(c, t, e) => self.bool(c).ite(&self.terms[t], &self.terms[e]),
            Term::BvNot(a) => self.bv(a).bvnot().into(),
            Term::BvNeg(a) => self.bv(a).bvneg().into(),
            Term::BvBinary(op, a, b) => {
                let (x, y) = (self.bv(a), self.bv(b));
                match Cheaper::form(pool, *op, *a, *b, x.get_size()) {
                    None => binary(*op, &x, &y),
                    Some(Cheaper::ByPowerOfTwo { k }) => by_power_of_two(*op, &x, k),
                    Some(Cheaper::Narrow { width, signed }) => {
                        let narrow = |it: &BV| it.extract(width - 1, 0);
                        let result = binary(*op, &narrow(&x), &narrow(&y));
                        let missing = x.get_size() - width;
                        if signed { result.sign_ext(missing) } else { result.zero_ext(missing) }
                    }
                }
                .into()
            }
            Term::BvCompare(op, a, b) => compare(*op, &self.bv(a), &self.bv(b)).into(),
            Term::Concat(a, b) => self.bv(a).concat(self.bv(b)).into(),
            Term::Extract { high, low, operand } => self.bv(operand).extract(*high, *low).into(),
            Term::ZeroExtend(width, a) => {
                let a = self.bv(a);
                a.zero_ext(width - a.get_size()).into()
            }
            Term::SignExtend(width, a) => {
                let a = self.bv(a);
                a.sign_ext(width - a.get_size()).into()
            }
            Term::IntAdd(operands) => {
                Int::add(&operands.iter().map(|id| self.int(id)).collect::<Vec<_>>()).into()
            }
            Term::IntMul(a, b) => Int::mul(&[self.int(a), self.int(b)]).into(),
            Term::IntDiv(a, b) => self.int(a).div(self.int(b)).into(),
            Term::IntMod(a, b) => self.int(a).modulo(self.int(b)).into(),
            Term::IntLe(a, b) => self.int(a).le(self.int(b)).into(),
            Term::IntLt(a, b) => self.int(a).lt(self.int(b)).into(),
            Term::Select(..) if self.is_place(pool, term) => {
                let name = quoted_symbol("@place", term.index());
                Dynamic::new_const(name, &z3_sort(pool.sort(term)))
            }
            Term::Select(a, i) => self.array(a).select(&self.terms[i]),
            Term::Store(a, i, v) => self.array(a).store(&self.terms[i], &self.terms[v]).into(),
            Term::ConstArray(index, element) => {
                Array::const_array(&scalar(*index), &self.terms[element]).into()
            }
        }
    }

    fn bool(&self, term: &TermId) -> Bool {
        self.terms[term].as_bool().expect("sorts are kept by the pool")
    }

    fn bools(&self, terms: &[TermId]) -> Vec<Bool> {
        terms.iter().map(|term| self.bool(term)).collect()
    }

    fn bv(&self, term: &TermId) -> BV {
        self.terms[term].as_bv().expect("sorts are kept by the pool")
    }

    fn int(&self, term: &TermId) -> Int {
        self.terms[term].as_int().expect("sorts are kept by the pool")
    }

    fn array(&self, term: &TermId) -> Array {
        self.terms[term].as_array().expect("sorts are kept by the pool")
    }
}

pub(crate) fn z3_sort(sort: Sort) -> Z3Sort {
    match sort {
        Sort::Bool => Z3Sort::bool(),
        Sort::BitVec(width) => Z3Sort::bitvector(width),
        Sort::Int => Z3Sort::int(),
        Sort::Array(index, element) => Z3Sort::array(&scalar(index), &scalar(element)),
    }
}

fn scalar(scalar: Scalar) -> Z3Sort {
    z3_sort(scalar.into())
}

fn bit_vector(width: u32, bits: u128) -> BV {
    match u64::try_from(bits) {
        Ok(bits) => BV::from_u64(bits, width),
        Err(_) => BV::from_str(width, &bits.to_string()).expect("a decimal number is read"),
    }
}

fn binary(op: BvBinary, a: &BV, b: &BV) -> BV {
    match op {
        BvBinary::Add => a.bvadd(b),
        BvBinary::Sub => a.bvsub(b),
        BvBinary::Mul => a.bvmul(b),
        BvBinary::UDiv => a.bvudiv(b),
        BvBinary::SDiv => a.bvsdiv(b),
        BvBinary::URem => a.bvurem(b),
        BvBinary::SRem => a.bvsrem(b),
        BvBinary::And => a.bvand(b),
        BvBinary::Or => a.bvor(b),
        BvBinary::Xor => a.bvxor(b),
        BvBinary::Shl => a.bvshl(b),
        BvBinary::LShr => a.bvlshr(b),
        BvBinary::AShr => a.bvashr(b),
    }
}

/// Division by `2^k`. Towards zero, as C has it: negative numbers are first moved up by `2^k - 1`.
fn by_power_of_two(op: BvBinary, a: &BV, k: u32) -> BV {
    let width = a.get_size();
    let (by, low) = (bit_vector(width, u128::from(k)), bit_vector(width, (1 << k) - 1));
    let moved_up = || {
        let sign = a.bvashr(bit_vector(width, u128::from(width - 1)));
        a.bvadd(sign.bvand(&low))
    };
    match op {
        BvBinary::UDiv => a.bvlshr(&by),
        BvBinary::URem => a.bvand(&low),
        BvBinary::SDiv => moved_up().bvashr(&by),
        _ => a.bvsub(moved_up().bvand(low.bvnot())),
    }
}

fn compare(op: BvCompare, a: &BV, b: &BV) -> Bool {
    match op {
        BvCompare::ULt => a.bvult(b),
        BvCompare::ULe => a.bvule(b),
        BvCompare::SLt => a.bvslt(b),
        BvCompare::SLe => a.bvsle(b),
    }
}

fn is_constant(term: &Term) -> bool {
    matches!(term, Term::BitVec(..) | Term::Int(_))
}
