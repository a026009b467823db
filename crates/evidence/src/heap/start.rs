//! The first state of a program: what is static has its initial value, all else is unknown.

use std::collections::BTreeSet;

use ir::{Body, Contents, Expr, ExprId, Initial, ObjectId, Program, Scope, StaticBytes, Type};
use shape::{Background, Block, Edge, Kind, State, Value};

use super::world::{World, poke};

/// The world before the first step. Objects that nothing names are left out: no pointer leads to
/// them.
pub fn first_world(program: &Program, body: &Body) -> Result<World, String> {
    let mut world = World::of(&State::new());
    let objects = named_objects(program, body);
    for id in &objects {
        let object = &program.objects[*id];
        let (Scope::Global, Some(size)) = (object.scope, object.size) else { continue };
        let background = match object.contents {
            Contents::Static(_) => Background::Zero,
            Contents::Indeterminate | Contents::Unknown => Background::Any,
            Contents::Device { .. } => return Err("device memory".to_owned()),
        };
        let node = world.new_node();
        let block = Block::new(size, Kind::Object(*id), background);
        world.state.edges.insert(node, Edge::Block(block));
        world.state.objects.insert(*id, node);
    }
    let address =
        |world: &World, object: &ObjectId, addend: i64| match world.state.objects.get(object) {
            Some(node) => Value::Addr(*node, addend),
            None => Value::Top,
        };
    for id in &objects {
        let Some(node) = world.state.objects.get(id).copied() else { continue };
        let Contents::Static(values) = &program.objects[*id].contents else { continue };
        for value in values {
            let (len, found) = match &value.value {
                StaticBytes::Bytes(bytes) => (bytes.len() as u64, as_number(bytes)),
                StaticBytes::ObjectAddress(to, addend) => {
                    (program.model.pointer_bytes(), address(&world, to, *addend))
                }
                StaticBytes::FunctionAddress(function) => {
                    (program.model.pointer_bytes(), Value::Fun(*function))
                }
            };
            if let Some(block) = world.block_at_mut(node) {
                poke(block, value.offset, len, found);
            }
        }
    }
    for (id, var) in program.vars.iter().filter(|(_, var)| var.scope == Scope::Global) {
        let value = match var.initial {
            Initial::Unknown => Value::Top,
            Initial::FunctionAddress(function) => Value::Fun(function),
            Initial::ObjectAddress(object, addend) => address(&world, &object, addend),
            Initial::Bits(bits) => match var.ty {
                Type::Int(int) => Value::Num(int.value(bits)),
                Type::Pointer | Type::Bool => i128::try_from(bits).map_or(Value::Top, Value::Num),
                Type::Float(_) => Value::Top,
            },
        };
        if value != Value::Top {
            world.state.vars.insert(id, value);
        }
    }
    Ok(world)
}

/// Objects whose addresses stand in the body, in initial values, or in the contents of such ones.
fn named_objects(program: &Program, body: &Body) -> BTreeSet<ObjectId> {
    let mut found = BTreeSet::new();
    let mut exprs: Vec<ExprId> = Vec::new();
    for edge in body.edges.values() {
        edge.op.for_each_expr(|expr| exprs.push(expr));
    }
    let mut seen: BTreeSet<ExprId> = exprs.iter().copied().collect();
    while let Some(expr) = exprs.pop() {
        if let Expr::ObjectAddress(object) = program.exprs[expr] {
            found.insert(object);
        }
        exprs.extend(program.exprs[expr].operands().filter(|it| seen.insert(*it)));
    }
    for var in program.vars.values().filter(|var| var.scope == Scope::Global) {
        if let Initial::ObjectAddress(object, _) = var.initial {
            found.insert(object);
        }
    }
    let mut pending: Vec<ObjectId> = found.iter().copied().collect();
    while let Some(object) = pending.pop() {
        let Contents::Static(values) = &program.objects[object].contents else { continue };
        for value in values {
            if let StaticBytes::ObjectAddress(to, _) = value.value
                && found.insert(to)
            {
                pending.push(to);
            }
        }
    }
    found
}

/// Up to eight bytes, little end first.
fn as_number(bytes: &[u8]) -> Value {
    if bytes.iter().all(|byte| *byte == 0) {
        return Value::Num(0);
    }
    let mut padded = [0; 8];
    match padded.get_mut(..bytes.len()) {
        Some(low) => {
            low.copy_from_slice(bytes);
            Value::Num(u64::from_le_bytes(padded).into())
        }
        None => Value::Top,
    }
}
