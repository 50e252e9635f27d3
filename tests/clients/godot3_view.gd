# SPDX-License-Identifier: MIT
# godot3 --path PROJECT --script view.gd: draws the ground of height.r16 with the export's scene on it, and saves picture.png.
extends SceneTree

var frames = 0


func told(name):
    var file = File.new()
    file.open(name, File.READ)
    var whole = JSON.parse(file.get_as_text()).result
    file.close()
    return whole


func ground(lattice):
    var row = told("res://r16.json").files[0]
    var file = File.new()
    file.open("res://height.r16", File.READ)
    var heights = []
    for i in range(lattice.cols * lattice.rows):
        heights.append(row.offset + row.scale * file.get_16())
    var splat = Image.new()
    splat.load("res://splat.png")
    splat.lock()
    var colours = [Color(0.36, 0.48, 0.22), Color(0.74, 0.68, 0.5), Color(0.5, 0.46, 0.42), Color(0.95, 0.96, 0.98)]
    var tool_ = SurfaceTool.new()
    tool_.begin(Mesh.PRIMITIVE_TRIANGLES)
    tool_.add_smooth_group(true)
    for z in range(lattice.rows):
        for x in range(lattice.cols):
            var w = splat.get_pixel(x, z)
            tool_.add_color(colours[0] * w.r + colours[1] * w.g + colours[2] * w.b + colours[3] * w.a)
            tool_.add_vertex(Vector3(x * lattice.step_x, heights[z * int(lattice.cols) + x], z * lattice.step_y))
    for z in range(lattice.rows - 1):
        for x in range(lattice.cols - 1):
            var a = z * int(lattice.cols) + x
            for i in [a, a + 1, a + int(lattice.cols), a + 1, a + 1 + int(lattice.cols), a + int(lattice.cols)]:
                tool_.add_index(i)
    tool_.generate_normals()
    var material = SpatialMaterial.new()
    material.vertex_color_use_as_albedo = true
    material.roughness = 1.0
    tool_.set_material(material)
    var thing = MeshInstance.new()
    thing.mesh = tool_.commit()
    return thing


func _init():
    var lattice = told("res://export.json").lattice
    var wide = lattice.step_x * (lattice.cols - 1)
    root.add_child(ground(lattice))
    root.add_child(load("res://landscape_godot3.tscn").instance())
    var sun = DirectionalLight.new()
    sun.rotation_degrees = Vector3(-38, -135, 0)
    sun.light_energy = 1.1
    sun.light_specular = 0.0
    root.add_child(sun)
    var sky = WorldEnvironment.new()
    sky.environment = Environment.new()
    sky.environment.background_mode = Environment.BG_COLOR
    sky.environment.background_color = Color(0.72, 0.82, 0.9)
    sky.environment.ambient_light_color = Color(0.75, 0.8, 0.9)
    sky.environment.ambient_light_energy = 0.35
    root.add_child(sky)
    var camera = Camera.new()
    camera.far = 10 * wide
    camera.near = 20
    root.add_child(camera)
    camera.fov = 42
    camera.look_at_from_position(Vector3(0.42 * wide, 0.32 * wide, 1.12 * wide), Vector3(0.5 * wide, 0, 0.54 * wide), Vector3.UP)
    camera.current = true


func _idle(_delta):
    frames += 1
    if frames != 12:
        return
    var picture = root.get_texture().get_data()
    picture.flip_y()
    picture.save_png("res://picture.png")
    print("drawn")
    quit()
